import { createInterface } from 'node:readline'
import password from '@inquirer/password'
import { ConfigError } from '../config/settings.ts'

/**
 * Asks for a new password, twice and without showing it. Of a pipe, the first line is taken: a
 * password among the arguments could be seen by everyone on the machine.
 *
 * @throws ConfigError when the two differ, or a pipe holds no line
 */
export async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY) return readLine()
  const first = await password({ message: 'New password:' })
  const second = await password({ message: 'Once more:' })
  if (first === second) return first
  throw new ConfigError('the two passwords differ; nothing was changed')
}

async function readLine(): Promise<string> {
  try {
    for await (const line of createInterface({ input: process.stdin })) return line
  } finally {
    // Whoever holds the other end of the pipe may never close it.
    process.stdin.destroy()
  }
  throw new ConfigError('there is no password: type it at the prompt, or pipe a line of it in')
}
