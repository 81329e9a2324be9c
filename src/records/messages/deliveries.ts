import type { Channel } from '../../messages/channel.ts'
import type { DeliveryState, SentMessage } from '../../messages/delivery.ts'
import type { MessageType } from '../../messages/message.ts'
import { refuse } from '../../publishers/refusals.ts'
import type { Accounts } from '../accounts.ts'
import type { RelationalDatabase } from '../relational-database.ts'
import { toChannel } from './channel-row.ts'

/** A message that is to be sent into a channel. */
export interface DueDelivery {
  readonly channel: Channel
  readonly message: SentMessage
  /** The apps that its user has to see; null for all. */
  readonly apps: readonly number[] | null
  /** Tries so far. */
  readonly attempts: number
  readonly nextAtMs: number
}

/** A message and its way into a channel. */
export interface DeliveryFacts {
  readonly messageId: string
  readonly type: MessageType
  readonly subject: string
  readonly madeAtMs: number
  /** The name of the channel. */
  readonly channel: string
  readonly state: DeliveryState
  readonly attempts: number
  /** Null unless it waits. */
  readonly nextAtMs: number | null
  readonly lastError: string | null
  readonly endedAtMs: number | null
}

/** How many deliveries have a state, in all accounts. */
export type DeliveryCounts = Readonly<Record<DeliveryState, number>>

/** The ways of messages into channels. Processes that share the records claim each delivery before they try it. */
export class Deliveries {
  readonly #accounts: Accounts
  readonly #database: RelationalDatabase

  constructor(accounts: Accounts, database: RelationalDatabase) {
    this.#accounts = accounts
    this.#database = database
  }

  /** Those that are to be tried now, the oldest first. */
  async due(nowMs: number, limit: number): Promise<DueDelivery[]> {
    const rows = await this.#database.reads
      .selectFrom('deliveries')
      .innerJoin('messages', 'messages.id', 'deliveries.messageId')
      .innerJoin('channels', 'channels.id', 'deliveries.channelId')
      .innerJoin('accounts', 'accounts.id', 'deliveries.accountId')
      .selectAll('channels')
      .select(['messages.type', 'messages.madeAtMs', 'messages.data', 'messages.subject'])
      .select(['messages.bodyText', 'messages.bodyHtml', 'deliveries.messageId'])
      .select(['deliveries.attempts', 'deliveries.nextAtMs', 'deliveries.apps'])
      .where('deliveries.state', '=', 'waiting')
      .where('deliveries.nextAtMs', '<=', nowMs)
      .where('channels.state', '=', 'on')
      .where('accounts.disabledAt', 'is', null)
      .orderBy('deliveries.nextAtMs')
      .orderBy('messages.madeAtMs')
      .limit(limit)
      .execute()
    return rows.map((row) => ({
      channel: toChannel(row),
      message: {
        id: row.messageId,
        type: row.type as MessageType,
        madeAtMs: row.madeAtMs,
        data: JSON.parse(row.data),
        subject: row.subject,
        text: row.bodyText,
        rich: row.bodyHtml,
      },
      apps: row.apps && JSON.parse(row.apps),
      attempts: row.attempts,
      nextAtMs: row.nextAtMs,
    }))
  }

  /** @param untilMs when others may try it, if this process ends @returns false when another process has it */
  async claim({ channel, message, nextAtMs }: DueDelivery, untilMs: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#database.writes
      .updateTable('deliveries')
      .set({ nextAtMs: untilMs })
      .where('messageId', '=', message.id)
      .where('channelId', '=', channel.id)
      .where('state', '=', 'waiting')
      .where('nextAtMs', '=', nextAtMs)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  }

  /** @param error of the last try; null when it was sent */
  async end(
    { channel, message, attempts }: DueDelivery,
    state: 'sent' | 'dead',
    error: string | null,
    atMs: number,
  ): Promise<void> {
    await this.#update(message.id, channel.id, {
      state,
      attempts: attempts + 1,
      lastError: error,
      endedAtMs: atMs,
    })
  }

  /** Tries a delivery later. @param error of a try that failed; null when it was not tried */
  async postpone(
    { channel, message, attempts }: DueDelivery,
    nextAtMs: number,
    error: string | null,
  ): Promise<void> {
    await this.#update(message.id, channel.id, {
      nextAtMs,
      ...(error !== null && { attempts: attempts + 1, lastError: error }),
    })
  }

  /** How many messages a channel got since a time. */
  async sentSince(channelId: number, sinceMs: number): Promise<number> {
    const { count } = await this.#database.reads
      .selectFrom('deliveries')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('channelId', '=', channelId)
      .where('state', '=', 'sent')
      .where('endedAtMs', '>', sinceMs)
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  /** The newest first. @param state null for all @throws Refusal for an unknown account */
  async list(
    username: string,
    state: DeliveryState | null,
    limit: number,
  ): Promise<DeliveryFacts[]> {
    const { id } = await this.#accounts.get(username)
    const rows = await this.#database.reads
      .selectFrom('deliveries')
      .innerJoin('messages', 'messages.id', 'deliveries.messageId')
      .innerJoin('channels', 'channels.id', 'deliveries.channelId')
      .select(['messages.id as messageId', 'messages.type', 'messages.subject'])
      .select(['messages.madeAtMs', 'channels.name as channel', 'deliveries.state'])
      .select(['deliveries.attempts', 'deliveries.nextAtMs', 'deliveries.lastError'])
      .select('deliveries.endedAtMs')
      .where('deliveries.accountId', '=', id)
      .$if(state !== null, (query) => query.where('deliveries.state', '=', state!))
      .orderBy('messages.madeAtMs', 'desc')
      .orderBy('channels.name')
      .limit(limit)
      .execute()
    return rows.map(({ type, nextAtMs, ...row }) => ({
      ...row,
      type: type as MessageType,
      state: row.state as DeliveryState,
      nextAtMs: row.state === 'waiting' ? nextAtMs : null,
    }))
  }

  /** Sends a message into a channel once more. @throws Refusal for an unknown account or delivery */
  async replay(username: string, messageId: string, channelId: number, nowMs: number) {
    const { id } = await this.#accounts.get(username)
    const { numUpdatedRows } = await this.#database.writes
      .updateTable('deliveries')
      .set({ state: 'waiting', attempts: 0, nextAtMs: nowMs, endedAtMs: null })
      .where('accountId', '=', id)
      .where('messageId', '=', messageId)
      .where('channelId', '=', channelId)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw refuse('unknown_delivery', { username, message: messageId })
  }

  /** Removes messages that were made before a time, with their deliveries. */
  async removeBefore(timeMs: number): Promise<void> {
    await this.#database.withLock([], async (transaction) => {
      const old = transaction.selectFrom('messages').select('id').where('madeAtMs', '<', timeMs)
      await transaction.deleteFrom('deliveries').where('messageId', 'in', old).execute()
      await transaction.deleteFrom('messages').where('madeAtMs', '<', timeMs).execute()
    })
  }

  async counts(): Promise<DeliveryCounts> {
    const rows = await this.#database.reads
      .selectFrom('deliveries')
      .select((e) => ['state', e.fn.countAll<number>().as('count')])
      .groupBy('state')
      .execute()
    const found = Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]))
    return { waiting: 0, sent: 0, dead: 0, ...found }
  }

  async #update(messageId: string, channelId: number, set: object): Promise<void> {
    await this.#database.writes
      .updateTable('deliveries')
      .set(set)
      .where('messageId', '=', messageId)
      .where('channelId', '=', channelId)
      .execute()
  }
}
