import { createHash } from 'node:crypto'

/** The events that messages tell. docs/channels.md describes the data of each. */
export const messageTypes = [
  'figures.changed',
  'day.final',
  'month.closed',
  'report.missing',
  'alert.fired',
  'alert.resolved',
  'digest.daily',
  'digest.weekly',
  'channel.test',
] as const

export type MessageType = (typeof messageTypes)[number]

/** What happened, as it is told to all channels that want to know of it. */
export interface Message {
  /** See {@link messageId}. */
  readonly id: string
  readonly accountId: number
  readonly type: MessageType
  readonly madeAtMs: number
  /** JSON values, in the names of the public interfaces. */
  readonly data: object
  /** One line. */
  readonly subject: string
  readonly text: string
  /** Only of messages that have more than text. */
  /** The same in the markup of its channel: HTML in mails, mrkdwn in Slack; null for plain text alone. */
  readonly rich: string | null
  /** The key of the app that it is about: users of other apps do not get it. Null for none. */
  readonly app: number | null
  /** The only channel that it goes to; null for all that want messages of its type. */
  readonly channel: number | null
}

/** @param event what tells it from all others of the installation: the same event has the same id, however often it is written */
export function messageId(type: MessageType, ...event: readonly (string | number)[]): string {
  const hash = createHash('sha256').update(JSON.stringify([type, ...event]))
  return `msg_${hash.digest('base64url').slice(0, 24)}`
}
