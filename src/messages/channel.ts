import type { MessageType } from './message.ts'

export const channelKinds = ['mail', 'slack', 'teams', 'webhook'] as const

export type ChannelKind = (typeof channelKinds)[number]

/** `disabled` is what Adtally made of it, because nobody wants or may have its messages any more. */
export const channelStates = ['on', 'paused', 'disabled'] as const

export type ChannelState = (typeof channelStates)[number]

/** How a person wants messages. Hours are in the time zone. */
export interface ChannelSettings {
  /** Of the IANA's list. */
  readonly timeZone: string
  /** The hour at which a digest is sent at the latest, 0 to 23. */
  readonly digestHour: number
  /** By how much of a sum it has to change for a digest to be corrected, in thousandths. */
  readonly correctionPerMille: number
  /** The first hour without alerts, and the first one with alerts again; null for none. */
  readonly quiet: { readonly from: number; readonly to: number } | null
}

export const usualSettings: ChannelSettings = {
  timeZone: 'UTC',
  digestHour: 9,
  correctionPerMille: 20,
  quiet: null,
}

/** Where messages of an account go. */
export interface Channel {
  readonly id: number
  readonly accountId: number
  readonly name: string
  readonly kind: ChannelKind
  /** A mail address, or the host of an address that is itself a secret. */
  readonly target: string
  readonly events: readonly MessageType[]
  /** The user whose access decides what a mail has; null where the channel is of the whole account. */
  readonly userId: number | null
  readonly settings: ChannelSettings
  readonly state: ChannelState
  /** Null while deliveries succeed. */
  readonly failingSinceMs: number | null
  readonly lastError: string | null
  readonly createdAtMs: number
  /** The name of the actor; null for a command. */
  readonly createdBy: string | null
}

/** What only the sender knows of a channel. */
export interface ChannelSecrets {
  /** Of a webhook or a chat. */
  readonly url?: string
  /** Of a webhook: `whsec_…`. */
  readonly signing?: string
  /** The one before the last rotation, which signs too for a day. */
  readonly previousSigning?: string
  readonly previousUntilMs?: number
  /** Of a mail: the token that ends it. */
  readonly unsubscribe?: string
}

export const maxChannels = 20
/** Messages that a channel gets in an hour; others wait. */
export const maxPerHour = 200
/** Messages that were due earlier are not sent any more. */
export const maxAgeMs = 3 * 86_400_000
/** For how long both secrets sign after a rotation. */
export const rotationMs = 86_400_000

const forPeople: readonly MessageType[] = ['digest.daily', 'alert.fired', 'alert.resolved']

/** The messages that a channel gets where nothing is said. */
export const usualEvents: Readonly<Record<ChannelKind, readonly MessageType[]>> = {
  mail: forPeople,
  slack: forPeople,
  teams: forPeople,
  webhook: [
    'figures.changed',
    'day.final',
    'month.closed',
    'report.missing',
    'alert.fired',
    'alert.resolved',
  ],
}

const [second, minute, hour] = [1_000, 60_000, 3_600_000]

/** The waits after each failed try: ten tries within three days. */
const retryAfterMs = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  18 * hour,
  20 * hour,
]

/** @param tries that failed so far @returns when to try again, in milliseconds from now; null for never */
export const retryAfter = (tries: number): number | null => retryAfterMs[tries - 1] ?? null

/** When a message may go into a channel: alerts wait until quiet hours are over. */
export function deliverableAtMs(
  { timeZone, quiet }: ChannelSettings,
  type: MessageType,
  nowMs: number,
): number {
  if (quiet === null || !type.startsWith('alert.')) return nowMs
  const hours = new Intl.DateTimeFormat('en-GB', { timeZone, hour: 'numeric', hourCycle: 'h23' })
  const isQuiet = (atMs: number) => isWithin(quiet, Number(hours.format(atMs)))
  if (!isQuiet(nowMs)) return nowMs
  const overMs = nowMs - (nowMs % quarter) + quarter
  for (let atMs = overMs; atMs < nowMs + longestDayMs; atMs += quarter) {
    if (!isQuiet(atMs)) return atMs
  }
  return nowMs
}

/** Hours of all time zones begin at a quarter of an hour. */
const quarter = 15 * minute
/** The day on which clocks are put back. */
const longestDayMs = 25 * hour

const isWithin = ({ from, to }: { from: number; to: number }, at: number): boolean =>
  from <= to ? at >= from && at < to : at >= from || at < to

/** Whether a name is a time zone of the IANA's list. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
