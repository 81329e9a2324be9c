import type { Selectable } from 'kysely'
import {
  type Channel,
  type ChannelKind,
  type ChannelState,
  usualSettings,
} from '../../messages/channel.ts'
import type { ChannelsTable } from '../tables/message-tables.ts'

export function toChannel(row: Selectable<ChannelsTable>): Channel {
  const { id, accountId, name, target, userId, failingSinceMs, lastError } = row
  const { createdAtMs, createdBy } = row
  return {
    id,
    accountId,
    name,
    target,
    userId,
    failingSinceMs,
    lastError,
    createdAtMs,
    createdBy,
    kind: row.kind as ChannelKind,
    state: row.state as ChannelState,
    events: JSON.parse(row.events),
    // Settings that a later release adds have their usual values.
    settings: { ...usualSettings, ...JSON.parse(row.settings) },
  }
}
