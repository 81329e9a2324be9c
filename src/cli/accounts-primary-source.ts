import type { Command } from 'commander'
import { ConfigError } from '../config/settings.ts'
import { accountJson } from './account-json.ts'
import { callUseCase } from './connect.ts'
import { dataCommand, type JsonOptions, jsonOption } from './data-command.ts'
import { printResult } from './print.ts'
import type { Shell } from './shell.ts'

interface PrimarySourceOptions extends JsonOptions {
  readonly startDate: string
  readonly remove?: boolean
}

/** `adtally accounts primary-source`: a rule for the source of users that counts. */
export function primarySourceCommand(shell: Shell): Command {
  return dataCommand({
    name: 'primary-source',
    summary: 'Say which source of users counts from a day on.',
    details:
      'Sources are never added up. From the day on, up to the day of the next rule, this source counts where it has users of an app; elsewhere, the source counts that the account had first. Reports of earlier states follow the same rules. adtally accounts list --json shows them.',
    examples: [
      'accounts primary-source studio adjust --start-date 2026-04-01',
      'accounts primary-source studio --start-date 2026-04-01 --remove',
    ],
  })
    .argument('<username>', 'the account')
    .argument('[source]', 'the source, such as firebase')
    .requiredOption('--start-date <day>', 'the first day of the rule, as YYYY-MM-DD')
    .option('--remove', 'remove the rule of this day')
    .addOption(jsonOption())
    .action(async (username: string, source: string | undefined, options: PrimarySourceOptions) => {
      const { startDate, remove = false } = options
      if (remove === (source !== undefined)) {
        throw new ConfigError('name the source, or leave it out and add --remove')
      }
      const { setPrimarySource } = await import('../use-cases/set-primary-source.ts')
      const request = { username, startDate, ...(source !== undefined && { source }) }
      const account = await callUseCase(shell, options, setPrimarySource, request)
      printResult(
        shell,
        options,
        accountJson(account),
        remove
          ? `No rule of ${username} begins on ${startDate}.`
          : `From ${startDate} on, users of ${username} are those that ${source} counted, where it did.`,
      )
    })
}
