import { readWholeNumber } from '../config/settings.ts'
import type { ApiKeyView } from '../use-cases/key-view.ts'
import { takes } from './command-fields.ts'
import { printTable } from './print.ts'
import { commandGroup, useCaseCommand } from './run-command.ts'

const ofKey = { username: 'the account', name: 'name of the key' }

/** The limits of a key. The use case checks the values. @param may `may`, `may still` */
const scopeOptions = (may: string) => ({
  allow: takes('<permission>', `what it ${may} do: read, import, manage or finance; repeatable`, {
    repeats: true,
  }),
  appId: takes('<app-id>', `an app that it ${may} see; repeatable`, { repeats: true }),
  expires: takes('<time>', 'no longer works from this day (UTC) or instant'),
})

const header = ['name', 'may', 'apps', 'last used', 'expires']

const toRow = (key: ApiKeyView): string[] => [
  key.name,
  key.permissions.join(', '),
  key.apps === null ? 'all' : key.apps.join(', '),
  key.last_used_on === null ? 'never' : `${key.last_used_on} from ${key.last_used_from}`,
  key.expires_at === null ? 'never' : key.is_expired ? 'expired' : key.expires_at,
]

const create = useCaseCommand({
  name: 'create',
  summary: 'Create an API key and print it.',
  details: 'Without options, the key may read the figures of all apps, and never expires.',
  examples: [
    'keys create studio "BI tool"',
    'keys create studio uploads --allow read --allow import --expires 2027-06-30',
  ],
  arguments: ofKey,
  options: scopeOptions('may'),
  useCase: async () => (await import('../use-cases/create-key.ts')).createKey,
  line: ({ key }) => key,
})

const list = useCaseCommand({
  name: 'list',
  summary: "List an account's API keys, without the keys themselves.",
  examples: ['keys list studio', 'keys list studio --json'],
  arguments: { username: 'the account' },
  useCase: async () => (await import('../use-cases/list-keys.ts')).listKeys,
  table: {
    header,
    toRow,
    whenEmpty: ({ username }) => `No keys. Create one: adtally keys create ${username} NAME`,
  },
})

const show = useCaseCommand({
  name: 'show',
  summary: 'Print an API key.',
  examples: ['keys show studio "BI tool"'],
  arguments: ofKey,
  isPlain: true,
  useCase: async () => (await import('../use-cases/reveal-key.ts')).revealKey,
  line: ({ key }) => key,
})

const narrow = useCaseCommand({
  name: 'narrow',
  summary: 'Reduce what an API key may do.',
  details: 'The options set what it may still do; everything else stays the same.',
  examples: ['keys narrow studio "BI tool" --app-id mygame-ios'],
  arguments: ofKey,
  options: scopeOptions('may still'),
  useCase: async () => (await import('../use-cases/narrow-key.ts')).narrowKey,
  show: (shell, key) => printTable(shell, header, [toRow(key)]),
})

const rotate = useCaseCommand({
  name: 'rotate',
  summary: 'Replace an API key and print the new one.',
  details: 'The old key also works until the grace period ends, so that you can update programs.',
  examples: ['keys rotate studio "BI tool"', 'keys rotate studio default --grace-hours 0'],
  arguments: ofKey,
  options: {
    graceHours: takes('<n>', 'how long the old key also works, 0 to 2160', {
      default: '24',
      read: (text) => readWholeNumber('--grace-hours', text, 0, 2_160),
    }),
  },
  isPlain: true,
  useCase: async () => (await import('../use-cases/rotate-key.ts')).rotateKey,
  line: ({ key }) => key,
})

const revoke = useCaseCommand({
  name: 'revoke',
  summary: 'Revoke an API key. It stops working at once.',
  examples: ['keys revoke studio "BI tool"'],
  arguments: ofKey,
  isPlain: true,
  useCase: async () => (await import('../use-cases/revoke-key.ts')).revokeKey,
  line: (_, { username, name }) => `The key "${name}" of ${username} is revoked.`,
})

/** `adtally keys`: an account's API keys. */
export const keysCommand = commandGroup(
  {
    name: 'keys',
    summary: "Manage an account's API keys.",
    examples: ['keys create studio "BI tool" --app-id mygame-ios', 'keys list studio'],
  },
  [create, list, show, narrow, rotate, revoke],
)
