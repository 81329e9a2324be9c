import { createInterface } from 'node:readline/promises'
import { Option } from 'commander'
import { ConfigError } from '../config/settings.ts'
import type { JsonOptions } from './data-command.ts'
import type { Shell } from './shell.ts'

/** Options of commands that delete something. */
export interface ConfirmOptions extends JsonOptions {
  readonly yes?: boolean
  readonly dryRun?: boolean
}

export const yesOption = (): Option => new Option('--yes', 'do not ask')

export const dryRunText = 'only print what would be changed'

export const dryRunOption = (): Option => new Option('--dry-run', dryRunText)

/**
 * Asks on the terminal whether to go on.
 *
 * @param answer what has to be typed
 * @throws ConfigError when something else is typed, or nobody can be asked
 */
export async function confirm(
  { stdin, stdout }: Shell,
  question: string,
  answer = 'yes',
): Promise<void> {
  if (!stdin.isTTY) {
    throw new ConfigError('nothing was changed; to do it without being asked, add --yes')
  }
  const terminal = createInterface({ input: stdin, output: stdout })
  try {
    const typed = await Promise.race([
      terminal.question(`${question} Type ${answer} to go on: `),
      new Promise<null>((resolve) => terminal.once('close', () => resolve(null))),
    ])
    if (typed?.trim() !== answer) throw new ConfigError('cancelled; nothing was changed')
  } finally {
    terminal.close()
  }
}
