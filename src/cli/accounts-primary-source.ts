import { ConfigError } from '../config/settings.ts'
import { accountJson } from './account-json.ts'
import { takes } from './command-fields.ts'
import { useCaseCommand } from './run-command.ts'

/** `adtally accounts primary-source`: a rule for the source of users that counts. */
export const primarySourceCommand = useCaseCommand({
  name: 'primary-source',
  summary: 'Say which source of users counts from a day on.',
  details:
    'Sources are never added up. From the day on, up to the day of the next rule, this source counts where it has users of an app; elsewhere, the source counts that the account had first. Reports of earlier states follow the same rules. adtally accounts list --json shows them.',
  examples: [
    'accounts primary-source studio adjust --start-date 2026-04-01',
    'accounts primary-source studio --start-date 2026-04-01 --remove',
  ],
  arguments: {
    username: 'the account',
    source: takes('[source]', 'the source, such as firebase'),
  },
  options: {
    startDate: takes('<day>', 'the first day of the rule, as YYYY-MM-DD', { isRequired: true }),
  },
  otherOptions: { remove: 'remove the rule of this day' },
  complete: (_, { source }, { remove = false }: { readonly remove?: boolean }) => {
    if (remove !== (source !== undefined)) return {}
    throw new ConfigError('name the source, or leave it out and add --remove')
  },
  useCase: async () => (await import('../use-cases/set-primary-source.ts')).setPrimarySource,
  toJson: accountJson,
  line: (_, { username, source, startDate }) =>
    source === undefined
      ? `No rule of ${username} begins on ${startDate}.`
      : `From ${startDate} on, users of ${username} are those that ${source} counted, where it did.`,
})
