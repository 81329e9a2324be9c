import { readWholeNumber } from '../config/settings.ts'
import { channelKinds } from '../messages/channel.ts'
import type { MessageType } from '../messages/message.ts'
import type { ChannelView } from '../use-cases/messages/channel-fields.ts'
import { takes } from './command-fields.ts'
import { commandGroup, useCaseCommand } from './run-command.ts'

const ofChannel = { username: 'the account', name: 'the name of the channel' }

const hour = (option: string, about: string) =>
  takes('<hour>', about, { read: (text) => readWholeNumber(`--${option}`, text, 0, 23) })

/** What a person chooses of any kind of channel. */
const choices = {
  events: takes('<types>', 'the messages that it gets, separated by commas', {
    read: (text) => text.split(',').map((type) => type.trim() as MessageType),
  }),
  timeZone: takes('<zone>', 'the time zone of its hours (default: UTC)'),
  digestHour: hour('digest-hour', 'when a digest is sent at the latest, 0 to 23 (default: 9)'),
  correctionPerMille: takes(
    '<n>',
    'the change of a sum that is told, in thousandths (default: 20)',
    {
      read: (text) => readWholeNumber('--correction-per-mille', text, 1, 1_000),
    },
  ),
  quietFrom: hour('quiet-from', 'the first hour without alerts, 0 to 23'),
  quietTo: hour('quiet-to', 'the first hour with alerts again'),
}

const stateOf = ({ state, failing_since: since }: ChannelView): string =>
  state === 'on' && since !== null ? 'fails' : state

const list = useCaseCommand({
  name: 'list',
  summary: "List an account's channels.",
  examples: ['channels list studio'],
  arguments: { username: 'the account' },
  useCase: async () => (await import('../use-cases/messages/list-channels.ts')).listChannels,
  table: {
    header: ['name', 'kind', 'to', 'messages', 'state', 'last failure'],
    toRow: (channel) => [
      channel.name,
      channel.kind,
      channel.target,
      channel.events.join(', '),
      stateOf(channel),
      channel.last_error ?? '',
    ],
    whenEmpty: ({ username }) =>
      `No channels. Add one with: adtally channels add ${username} NAME mail --address ADDRESS --user LOGIN`,
  },
})

const add = useCaseCommand({
  name: 'add',
  summary: 'Add a channel: mail, Slack, Teams or a signed webhook.',
  details:
    'A mail has what its user may see. Chats and webhooks are of the whole account. docs/channels.md lists the messages.',
  examples: [
    'channels add studio ada mail --address ada@example.com --user ada@example.com',
    'channels add studio ops slack --url https://hooks.slack.com/services/T0/B0/secret',
    'channels add studio warehouse webhook --url https://example.com/adtally',
  ],
  arguments: {
    ...ofChannel,
    kind: takes('<kind>', channelKinds.join(', ')),
  },
  options: {
    address: takes('<address>', 'the mail address'),
    user: takes('<login>', 'the user of the account whose access a mail has'),
    url: takes('<url>', 'the https address of a chat or webhook, which is a secret'),
    ...choices,
  },
  useCase: async () => (await import('../use-cases/messages/add-channel.ts')).addChannel,
  line: ({ name, kind, secret }) =>
    secret === null
      ? `The channel ${name} (${kind}) is added. Test it now.`
      : `The channel ${name} is added. Its messages are signed with this secret, which is not shown again:\n${secret}`,
})

const change = useCaseCommand({
  name: 'change',
  summary: 'Change what a channel gets and when, pause it, or turn it on again.',
  examples: [
    'channels change studio ops --events alert.fired,alert.resolved',
    'channels change studio ops --quiet-from 22 --quiet-to 7 --time-zone Europe/Berlin',
    'channels change studio ops --state paused',
  ],
  arguments: ofChannel,
  options: { ...choices, state: takes('<state>', 'on or paused', { choices: ['on', 'paused'] }) },
  useCase: async () => (await import('../use-cases/messages/change-channel.ts')).changeChannel,
  line: ({ name, state }) => `The channel ${name} is changed. It is ${state}.`,
})

const test = useCaseCommand({
  name: 'test',
  summary: 'Send a message into a channel, and tell whether it arrived.',
  examples: ['channels test studio ops'],
  arguments: ofChannel,
  useCase: async () => (await import('../use-cases/messages/test-channel.ts')).testChannel,
  line: ({ name, error }) =>
    error === null ? `The message is sent to ${name}.` : `The message was not sent. ${error}`,
})

const rotate = useCaseCommand({
  name: 'rotate',
  summary: 'Give a webhook a new secret. The one before signs too for a day.',
  examples: ['channels rotate studio warehouse'],
  arguments: ofChannel,
  useCase: async () => (await import('../use-cases/messages/rotate-channel.ts')).rotateChannel,
  line: ({ secret }) =>
    `Its messages are signed with this secret too, which is not shown again:\n${secret}`,
})

const remove = useCaseCommand({
  name: 'remove',
  summary: 'Remove a channel. Messages that wait for it are not sent.',
  examples: ['channels remove studio ops'],
  arguments: ofChannel,
  isPlain: true,
  useCase: async () => (await import('../use-cases/messages/remove-channel.ts')).removeChannel,
  line: ({ name }) => `The channel ${name} is removed.`,
})

/** `adtally channels`: where messages of an account go. */
export const channelsCommand = commandGroup(
  {
    name: 'channels',
    summary: 'Manage where alerts, digests and changes are sent.',
    examples: ['channels add studio ops slack --url URL', 'channels list studio'],
  },
  [list, add, change, test, rotate, remove],
)
