import { createInterface } from 'node:readline'
import { ConfigError } from '../config/settings.ts'
import type { Shell } from './shell.ts'

/**
 * Asks for a new password, twice and without showing it. Of a pipe, the first line is taken: a
 * password among the arguments could be seen by everyone on the machine.
 *
 * @throws ConfigError when the two differ, or a pipe holds no line
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
    // Whoever holds the other end of the pipe may never close it.
    stdin.destroy()
  }
  throw new ConfigError('there is no password: type it at the prompt, or pipe a line of it in')
}
