import type { Kysely } from 'kysely'
import { type ChannelKind, type ChannelSettings, usualSettings } from '../../messages/channel.ts'
import { type DigestPeriod, digestPeriods } from '../../messages/digest-period.ts'
import type { Message } from '../../messages/message.ts'
import type { Grant, Role } from '../../publishers/user.ts'
import type { Day } from '../../values/day.ts'
import type { RelationalDatabase } from '../relational-database.ts'
import type { Tables } from '../tables/tables.ts'
import { writeMessages } from './write-messages.ts'

/** A channel that gets digests. */
export interface DigestChannel {
  readonly id: number
  readonly accountId: number
  readonly name: string
  readonly kind: ChannelKind
  readonly periods: readonly DigestPeriod[]
  readonly settings: ChannelSettings
  readonly createdAtMs: number
  /** The access of the channel's user now; null for channels of the whole account. */
  readonly grant: Grant | null
}

/** What a digest said. */
export interface DigestSums {
  readonly revenueMicros: bigint
  readonly impressions: bigint
  /** Names the apps that they are of. */
  readonly scope: string
}

/** A digest that was sent. */
export interface DigestSend {
  readonly channelId: number
  readonly accountId: number
  readonly period: DigestPeriod
  readonly lastDay: Day
  readonly sentAtMs: number
  /** The state of the figures that it showed. */
  readonly generation: number
  readonly entry: number
  readonly sums: DigestSums
  /** How often it was corrected. */
  readonly corrections: number
}

/** Which digests channels get, and which they got. */
export class DigestStore {
  readonly #database: RelationalDatabase

  constructor(database: RelationalDatabase) {
    this.#database = database
  }

  /** The channels that get digests now. Those of users without access are not among them. */
  async channels(): Promise<DigestChannel[]> {
    const rows = await channelRows(this.#database.reads).execute()
    return rows.flatMap((row) => toChannel(row) ?? [])
  }

  /** The digests of a channel that were sent. @param from the first of their last days */
  async sends(channelId: number, from: Day): Promise<DigestSend[]> {
    const rows = await this.#database.reads
      .selectFrom('digestSends')
      .selectAll()
      .where('channelId', '=', channelId)
      .where('lastDay', '>=', from)
      .orderBy('lastDay')
      .orderBy('period')
      .execute()
    return rows.map((row) => ({
      ...row,
      period: row.period as DigestPeriod,
      lastDay: row.lastDay as Day,
      sums: readSums(row.sums),
    }))
  }

  /**
   * Writes a digest or its correction, unless another process did, or the channel's access is not that of `channel`
   * any more.
   *
   * @param send with the number of the correction; 0 for a digest that is sent first
   */
  write(channel: DigestChannel, send: DigestSend, message: Message): Promise<boolean> {
    return this.#database.withLock(['users'], async (transaction) => {
      const row = await channelRows(transaction)
        .where('channels.id', '=', channel.id)
        .executeTakeFirst()
      const now = row && toChannel(row)
      if (!now || JSON.stringify(now.grant) !== JSON.stringify(channel.grant)) return false
      const { corrections, channelId, period, lastDay } = send
      const values = { ...send, sums: writeSums(send.sums) }
      const written =
        corrections === 0
          ? await transaction
              .insertInto('digestSends')
              .values(values)
              .onConflict((conflict) => conflict.doNothing())
              .executeTakeFirstOrThrow()
          : await transaction
              .updateTable('digestSends')
              .set(values)
              .where('channelId', '=', channelId)
              .where('period', '=', period)
              .where('lastDay', '=', lastDay)
              .where('corrections', '=', corrections - 1)
              .executeTakeFirstOrThrow()
      const count =
        'numUpdatedRows' in written ? written.numUpdatedRows : written.numInsertedOrUpdatedRows
      if (count === 0n) return false
      await writeMessages(transaction, [message])
      return true
    })
  }
}

const channelRows = (database: Kysely<Tables>) =>
  database
    .selectFrom('channels')
    .leftJoin('memberships', (join) =>
      join
        .onRef('memberships.accountId', '=', 'channels.accountId')
        .onRef('memberships.userId', '=', 'channels.userId'),
    )
    .select(['channels.id', 'channels.accountId', 'channels.name', 'channels.events'])
    .select('channels.kind')
    .select(['channels.userId', 'channels.settings', 'channels.createdAtMs'])
    .select(['memberships.role', 'memberships.apps'])
    .where('channels.state', '=', 'on')
    .orderBy('channels.id')

interface ChannelRow {
  readonly id: number
  readonly accountId: number
  readonly name: string
  readonly kind: string
  readonly events: string
  readonly userId: number | null
  readonly settings: string
  readonly createdAtMs: number
  readonly role: string | null
  readonly apps: string | null
}

/** @returns null for a channel that gets none */
function toChannel({ events, userId, settings, role, apps, ...row }: ChannelRow) {
  const types = JSON.parse(events) as readonly string[]
  const periods = digestPeriods.filter((period) => types.includes(`digest.${period}`))
  if (periods.length === 0 || (userId !== null && role === null)) return null
  const grant: Grant = {
    role: role as Role,
    apps: apps === null ? null : (JSON.parse(apps) as readonly number[]),
  }
  return {
    ...row,
    kind: row.kind as ChannelKind,
    periods,
    settings: { ...usualSettings, ...JSON.parse(settings) },
    grant: userId === null ? null : grant,
  }
}

const writeSums = ({ revenueMicros, impressions, scope }: DigestSums): string =>
  JSON.stringify([String(revenueMicros), String(impressions), scope])

function readSums(text: string): DigestSums {
  const [revenue, impressions, scope] = JSON.parse(text) as [string, string, string]
  return { revenueMicros: BigInt(revenue), impressions: BigInt(impressions), scope }
}
