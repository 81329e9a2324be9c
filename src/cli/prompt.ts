import { createInterface, type ReadLineOptions } from 'node:readline/promises'
import { ConfigError } from '../config/settings.ts'
import { plainText } from '../values/plain-text.ts'
import type { Shell } from './shell.ts'

/** The streams of a prompt, as its library takes them. */
export interface PromptStreams {
  readonly input: Shell['stdin']
  readonly output: Shell['stdout']
  readonly signal: AbortSignal
}

/**
 * Asks on the terminal.
 *
 * @throws ConfigError for Ctrl-C, Ctrl-D and the end of the input
 */
export async function prompt<Answer>(
  input: Shell['stdin'],
  output: Shell['stdout'],
  ask: (streams: PromptStreams) => Promise<Answer>,
): Promise<Answer> {
  const ended = new AbortController()
  const end = () => ended.abort()
  // After Ctrl-D, the library would wait for ever.
  const onKey = (_text: string, key: { readonly ctrl?: boolean; readonly name?: string }) => {
    if (key.ctrl && key.name === 'd') end()
  }
  input.on('keypress', onKey).once('end', end)
  try {
    return await ask({ input, output, signal: ended.signal })
  } catch (cause) {
    throw new ConfigError('cancelled; nothing was changed', { cause })
  } finally {
    input.off('keypress', onKey).off('end', end)
  }
}

/** Asks for a line. @returns null for Ctrl-C and the end of the input */
export async function typedLine(
  question: string,
  streams: ReadLineOptions,
): Promise<string | null> {
  const lines = createInterface(streams)
  try {
    const ended = new Promise<null>((resolve) => lines.once('close', () => resolve(null)))
    const line = await Promise.race([lines.question(question), ended])
    return line === null ? null : line.trim()
  } finally {
    lines.close()
  }
}

/** Asks for a secret, which is not shown. */
export const askSecret = (
  input: Shell['stdin'],
  output: Shell['stdout'],
  message: string,
): Promise<string> =>
  prompt(input, output, async (streams) => {
    const { default: password } = await import('@inquirer/password')
    return password({ message }, streams)
  })

export interface Choice<Value> {
  readonly name: string
  readonly value: Value
}

/** Asks for one of several choices, which typed text narrows down. The first one is selected. */
export const choose = <Value>(
  { stdin, stdout }: Shell,
  message: string,
  choices: readonly Choice<Value>[],
): Promise<Value> =>
  prompt(stdin, stdout, async (streams) => {
    const { default: search } = await import('@inquirer/search')
    const shown = choices.map((choice) => ({ ...choice, name: plainText(choice.name) }))
    const source = (text = '') =>
      shown.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
    return search({ message: plainText(message), source, pageSize: 10 }, streams)
  })
