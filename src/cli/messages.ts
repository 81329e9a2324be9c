import { readWholeNumber } from '../config/settings.ts'
import { type DeliveryState, deliveryStates } from '../messages/delivery.ts'
import { takes } from './command-fields.ts'
import { commandGroup, useCaseCommand } from './run-command.ts'

const list = useCaseCommand({
  name: 'list',
  summary: 'List messages and their deliveries, the newest first.',
  examples: ['messages list studio', 'messages list studio --state dead'],
  arguments: { username: 'the account' },
  options: {
    state: takes('<state>', 'only those that are waiting, sent or dead', {
      choices: deliveryStates,
      read: (text) => text as DeliveryState,
    }),
    limit: takes('<n>', 'how many at most, 1 to 1000 (default: 100)', {
      read: (text) => readWholeNumber('--limit', text, 1, 1_000),
    }),
  },
  useCase: async () => (await import('../use-cases/messages/list-messages.ts')).listMessages,
  table: {
    header: ['message', 'at', 'channel', 'state', 'tries', 'subject', 'last failure'],
    toRow: (message) => [
      message.id,
      message.made_at,
      message.channel,
      message.state,
      String(message.attempts),
      message.subject,
      message.last_error ?? '',
    ],
    whenEmpty: () => 'No messages.',
  },
})

const replay = useCaseCommand({
  name: 'replay',
  summary: 'Send a message into a channel once more, under the same id.',
  examples: ['messages replay studio msg_7Zd2kQ0yJ5mXcW3nB1vLpA8t warehouse'],
  arguments: {
    username: 'the account',
    id: takes('<id>', 'the id of the message, see adtally messages list'),
    channel: 'the name of the channel',
  },
  isPlain: true,
  useCase: async () => (await import('../use-cases/messages/replay-message.ts')).replayMessage,
  line: ({ id, channel }) => `The message ${id} is sent to ${channel} again.`,
})

/** `adtally messages`: what was sent into channels. */
export const messagesCommand = commandGroup(
  {
    name: 'messages',
    summary: 'List what was sent into channels, and send it again.',
    examples: ['messages list studio --state dead'],
  },
  [list, replay],
)
