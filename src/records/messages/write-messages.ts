import type { Selectable, Transaction } from 'kysely'
import type { Message } from '../../messages/message.ts'
import type { ChannelsTable } from '../tables/message-tables.ts'
import type { Tables } from '../tables/tables.ts'

/**
 * Writes messages, and that they are to be delivered to the channels that want them, in the transaction of what
 * they tell. Those that were written before are not written again.
 */
export async function writeMessages(
  transaction: Transaction<Tables>,
  messages: readonly Message[],
): Promise<void> {
  for (const { id, accountId, type, madeAtMs, data, subject, text, rich, ...to } of messages) {
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('messages')
      .values({
        id,
        accountId,
        type,
        madeAtMs,
        data: JSON.stringify(data),
        subject,
        bodyText: text,
        bodyHtml: rich,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n) continue
    const receivers = await receiversOf(transaction, { accountId, type, madeAtMs, ...to })
    for (const { channelId, apps } of receivers) {
      await transaction
        .insertInto('deliveries')
        .values({
          messageId: id,
          channelId,
          accountId,
          apps: apps && JSON.stringify(apps),
          state: 'waiting',
          attempts: 0,
          nextAtMs: madeAtMs,
          lastError: null,
          endedAtMs: null,
        })
        .execute()
    }
  }
}

type Addressed = Pick<Message, 'accountId' | 'type' | 'madeAtMs' | 'app' | 'channel'>

interface Receiver {
  readonly channelId: number
  /** The apps that a message tells of; null for all. */
  readonly apps: readonly number[] | null
}

/** The channels of an account that want a message, may have it, and were there before it. */
async function receiversOf(
  transaction: Transaction<Tables>,
  { accountId, type, madeAtMs, app, channel }: Addressed,
): Promise<Receiver[]> {
  const rows = await transaction
    .selectFrom('channels')
    .leftJoin('memberships', (join) =>
      join
        .onRef('memberships.accountId', '=', 'channels.accountId')
        .onRef('memberships.userId', '=', 'channels.userId'),
    )
    .select(['channels.id', 'channels.events', 'channels.userId', 'memberships.apps'])
    .select('memberships.userId as member')
    .where('channels.accountId', '=', accountId)
    .where('channels.state', '=', 'on')
    .where('channels.createdAtMs', '<=', madeAtMs)
    .orderBy('channels.id')
    .execute()
  return rows
    .filter((row) => (channel === null ? wants(row, type) : row.id === channel))
    .filter((row) => channel !== null || maySee(row, app))
    .map(({ id, apps }) => ({ channelId: id, apps: app === null ? toApps(apps) : [app] }))
}

const wants = ({ events }: Pick<Selectable<ChannelsTable>, 'events'>, type: string) =>
  (JSON.parse(events) as readonly string[]).includes(type)

const toApps = (apps: string | null): number[] | null => apps && JSON.parse(apps)

interface Access {
  readonly userId: number | null
  readonly member: number | null
  readonly apps: string | null
}

/** Users of some apps get only what is about one of these. */
function maySee({ userId, member, apps }: Access, app: number | null): boolean {
  if (userId === null) return true
  if (member === null) return false
  const seen = toApps(apps)
  return seen === null || (app !== null && seen.includes(app))
}
