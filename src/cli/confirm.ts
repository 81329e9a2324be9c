import { Option } from 'commander'
import { ConfigError } from '../config/settings.ts'
import type { JsonOptions } from './data-command.ts'
import { typedLine } from './prompt.ts'
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
  const streams = { input: stdin, output: stdout }
  const typed = await typedLine(`${question} Type ${answer} to go on: `, streams)
  if (typed !== answer) throw new ConfigError('cancelled; nothing was changed')
}
