import { createInterface } from 'node:readline'
import { ConfigError } from '../config/settings.ts'
import { askSecret } from './prompt.ts'
import type { Shell } from './shell.ts'

/**
 * Prompts twice for a new password, or reads the first line of a pipe. Passwords are never arguments:
 * every user of the machine can see those.
 *
 * @throws ConfigError when the two differ, the prompt is cancelled or the pipe is empty
 */
export async function askPassword({ stdin, stdout }: Shell): Promise<string> {
  if (!stdin.isTTY) return readFirstLine(stdin, noPassword)
  const first = await askSecret(stdin, stdout, 'New password:')
  const second = await askSecret(stdin, stdout, 'Repeat the password:')
  if (first === second) return first
  throw new ConfigError('the two passwords differ; nothing was changed')
}

const noPassword = 'no password: run the command in a terminal, or pipe the password into it'

/** The first line of a pipe. @throws ConfigError with the message when there is none */
export async function readFirstLine(stdin: Shell['stdin'], whenEmpty: string): Promise<string> {
  try {
    for await (const line of createInterface({ input: stdin })) return line
  } finally {
    // The pipe's writer may never close it.
    stdin.destroy()
  }
  throw new ConfigError(whenEmpty)
}
