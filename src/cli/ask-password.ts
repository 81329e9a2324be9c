import { createInterface } from 'node:readline'
import { ConfigError } from '../config/settings.ts'
import type { Shell } from './shell.ts'

/**
 * Prompts for a new password twice, or reads the first line of a pipe. It is never an argument,
 * which everyone on the machine could see.
 *
 * @throws ConfigError when the two differ, the prompt is cancelled or the pipe is empty
 */
export async function askPassword({ stdin, stdout }: Shell): Promise<string> {
  if (!stdin.isTTY) return readLine(stdin)
  const { default: password } = await import('@inquirer/password')
  const ask = (message: string) =>
    password({ message }, { input: stdin, output: stdout }).catch((cause) => {
      throw new ConfigError('cancelled; nothing was changed', { cause })
    })
  const first = await ask('New password:')
  const second = await ask('Once more:')
  if (first === second) return first
  throw new ConfigError('the two passwords differ; nothing was changed')
}

async function readLine(stdin: Shell['stdin']): Promise<string> {
  try {
    for await (const line of createInterface({ input: stdin })) return line
  } finally {
    // The other end of the pipe may never close.
    stdin.destroy()
  }
  throw new ConfigError('there is no password: type it at the prompt, or pipe a line of it in')
}
