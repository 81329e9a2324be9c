import { Type } from 'typebox'
import Format from 'typebox/format'
import {
  type Channel,
  type ChannelSettings,
  channelKinds,
  isTimeZone,
  usualSettings,
} from '../../messages/channel.ts'
import { messageTypes } from '../../messages/message.ts'
import { refuse } from '../../publishers/refusals.ts'
import { formatInstant } from '../../values/instant.ts'
import { listOf, login, oneOf, text } from '../fields.ts'
import type { Services } from '../services.ts'
import type { RequestOf } from '../use-case.ts'

Format.Set('time-zone', isTimeZone)
/** What network-calls/check-url.ts asks, as far as an address tells it. */
Format.Set('https-url', (given) => {
  const url = URL.parse(given)
  return url?.protocol === 'https:' && url.port === '' && `${url.username}${url.password}` === ''
})

/** Tests are sent to any channel. */
export const wantedTypes = messageTypes.filter((type) => type !== 'channel.test')

const hour = (meaning: string) =>
  Type.Integer({ minimum: 0, maximum: 23, description: `${meaning}, 0 to 23` })

export const channelKind = oneOf(channelKinds)

export const channelUrl = Type.String({
  minLength: 1,
  maxLength: 2_000,
  format: 'https-url',
  writeOnly: true,
  description: 'an https address without a port and a password',
})

export const mailAddress = Type.String({
  maxLength: 254,
  pattern: '^[!-?A-~]+@[!-?A-~]+$',
  description: 'an e-mail address in ASCII letters',
})

/** What a person chooses of a channel, whatever its kind. Absent ones stay, or are the usual ones. */
export const settingFields = {
  /** The messages that it gets. */
  events: Type.Optional(listOf(oneOf(wantedTypes), wantedTypes.length)),
  timeZone: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      format: 'time-zone',
      description: 'a time zone such as Europe/Berlin',
    }),
  ),
  digestHour: Type.Optional(hour('the hour at which a digest is sent at the latest')),
  /** In thousandths. */
  correctionPerMille: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000,
      description: 'the change of a sum that is told, 1 to 1000 thousandths of it',
    }),
  ),
  /** Both, or neither; the same hour for no quiet hours. */
  quietFrom: Type.Optional(hour('the first hour without alerts')),
  quietTo: Type.Optional(hour('the first hour with alerts again')),
}

export const actorName = Type.Optional(login)
export const messageName = text(64, 'the id of a message')

/** @throws Refusal `channel_refused` for one end of quiet hours without the other */
export function settingsOf(
  { quietFrom, quietTo, ...given }: RequestOf<typeof settingFields>,
  before: ChannelSettings = usualSettings,
): ChannelSettings {
  if ((quietFrom === undefined) !== (quietTo === undefined)) {
    const field = quietFrom === undefined ? 'quietFrom' : 'quietTo'
    throw refuse('channel_refused', { field, why: 'is required: quiet hours have two ends' })
  }
  const { timeZone, digestHour, correctionPerMille, quiet } = before
  return {
    timeZone: given.timeZone ?? timeZone,
    digestHour: given.digestHour ?? digestHour,
    correctionPerMille: given.correctionPerMille ?? correctionPerMille,
    quiet: quietFrom === undefined ? quiet : quietOf(quietFrom, quietTo!),
  }
}

const quietOf = (from: number, to: number): ChannelSettings['quiet'] =>
  from === to ? null : { from, to }

/** A channel without its secrets. */
export interface ChannelView {
  readonly name: string
  readonly kind: Channel['kind']
  /** A mail address, or the host of an address that is itself a secret. */
  readonly target: string
  readonly events: Channel['events']
  /** The login whose access its mail has; null where it is of the whole account, and for a user who is gone. */
  readonly user: string | null
  readonly time_zone: string
  readonly digest_hour: number
  readonly correction_per_mille: number
  readonly quiet_from: number | null
  readonly quiet_to: number | null
  readonly state: Channel['state']
  /** Null while deliveries succeed. */
  readonly failing_since: string | null
  readonly last_error: string | null
  readonly created_at: string
  readonly created_by: string | null
}

export async function toChannelView(
  { settings, ...channel }: Channel,
  { users }: Pick<Services, 'users'>,
): Promise<ChannelView> {
  const { failingSinceMs, userId, createdAtMs } = channel
  return {
    name: channel.name,
    kind: channel.kind,
    target: channel.target,
    events: channel.events,
    user: userId === null ? null : await users.loginOf(userId),
    time_zone: settings.timeZone,
    digest_hour: settings.digestHour,
    correction_per_mille: settings.correctionPerMille,
    quiet_from: settings.quiet?.from ?? null,
    quiet_to: settings.quiet?.to ?? null,
    state: channel.state,
    failing_since: failingSinceMs === null ? null : formatInstant(failingSinceMs),
    last_error: channel.lastError,
    created_at: formatInstant(createdAtMs),
    created_by: channel.createdBy,
  }
}
