import type { DayState, PulledDay } from '../connections/connection.ts'
import type { Day, DaySpan } from '../values/day.ts'
import { batchesOf } from './batches-of.ts'
import { toPulledDay, toRow } from './connection-day-row.ts'
import { removed } from './connection-row.ts'
import type { RelationalDatabase } from './relational-database.ts'

/** The days of a connection that are in one state. */
export interface DayTotals {
  readonly connectionId: number
  readonly state: DayState
  readonly days: number
  /** When one of them is next due; null for never. */
  readonly nextAtMs: number | null
}

export interface FailedDay extends PulledDay {
  readonly connectionId: number
  readonly failedAtMs: number
}

/** The days of connections. */
export class ConnectionDays {
  readonly #database: RelationalDatabase

  constructor(database: RelationalDatabase) {
    this.#database = database
  }

  /** Adds days that are not known yet. */
  async add(
    id: number,
    days: readonly { readonly day: Day; readonly nextAtMs: number }[],
  ): Promise<void> {
    const rows = days.map(({ day, nextAtMs }) => ({
      connectionId: id,
      day,
      state: 'due' as const,
      failures: 0,
      nextAtMs,
    }))
    for (const batch of batchesOf(rows)) {
      await this.#database.writes
        .insertInto('connectionDays')
        .values(batch)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
  }

  /** The last day that was added; null for none. */
  async last(id: number): Promise<Day | null> {
    const { last } = await this.#database.reads
      .selectFrom('connectionDays')
      .select((e) => e.fn.max('day').as('last'))
      .where('connectionId', '=', id)
      .executeTakeFirstOrThrow()
    return last
  }

  /** By day. */
  async list(id: number, { firstDay, lastDay }: DaySpan) {
    const rows = await this.#days(id)
      .where('day', '>=', firstDay)
      .where('day', '<=', lastDay)
      .orderBy('day')
      .execute()
    return rows.map(toPulledDay)
  }

  async get(id: number, day: Day) {
    const row = await this.#days(id).where('day', '=', day).executeTakeFirst()
    return row ? toPulledDay(row) : null
  }

  /** The due days: recent figures matter most, and a day that fails keeps no other waiting. */
  async due(id: number, nowMs: number, limit: number) {
    const rows = await this.#days(id)
      .where('nextAtMs', '<=', nowMs)
      .orderBy('failures')
      .orderBy('day', 'desc')
      .limit(limit)
      .execute()
    return rows.map(toPulledDay)
  }

  /** How many days are in each state. */
  async count(id: number): Promise<ReadonlyMap<DayState, number>> {
    const rows = await this.#database.reads
      .selectFrom('connectionDays')
      .select((e) => ['state', e.fn.countAll<number>().as('count')])
      .where('connectionId', '=', id)
      .groupBy('state')
      .execute()
    return new Map(rows.map(({ state, count }) => [state, count]))
  }

  /** The days of all connections. */
  async totals(): Promise<DayTotals[]> {
    return this.#database.reads
      .selectFrom('connectionDays')
      .select(['connectionId', 'state'])
      .select((e) => [e.fn.countAll<number>().as('days'), e.fn.min('nextAtMs').as('nextAtMs')])
      .groupBy(['connectionId', 'state'])
      .execute()
  }

  /** The last day that is done or empty; null for none. */
  async lastGood(id: number): Promise<Day | null> {
    const { last } = await this.#database.reads
      .selectFrom('connectionDays')
      .select((e) => e.fn.max('day').as('last'))
      .where('connectionId', '=', id)
      .where('state', 'in', ['done', 'empty'])
      .executeTakeFirstOrThrow()
    return last
  }

  /** Makes days due that failed. */
  async retryFailed(id: number, atMs: number): Promise<void> {
    await this.#database.writes
      .updateTable('connectionDays')
      .set({ nextAtMs: atMs, failures: 0 })
      .where('connectionId', '=', id)
      .where('state', '=', 'failed')
      .execute()
  }

  /** Makes days of all connections due that are in a state. @returns how many */
  async wake(state: DayState, atMs: number): Promise<number> {
    const { numUpdatedRows } = await this.#database.writes
      .updateTable('connectionDays')
      .set({ nextAtMs: atMs, failures: 0 })
      .where('state', '=', state)
      .executeTakeFirstOrThrow()
    return Number(numUpdatedRows)
  }

  /** Days whose last attempt failed, latest first. @param accountId all accounts when absent */
  async failed(limit: number, accountId?: number): Promise<FailedDay[]> {
    const rows = await this.#database.reads
      .selectFrom('connectionDays')
      .innerJoin('connections', 'connections.id', 'connectionDays.connectionId')
      .selectAll('connectionDays')
      .where('connections.state', '<>', removed)
      .where('failedAtMs', 'is not', null)
      .$if(accountId !== undefined, (query) =>
        query.where('connections.accountId', '=', accountId!),
      )
      .orderBy('failedAtMs', 'desc')
      .orderBy('day', 'desc')
      .limit(limit)
      .execute()
    return rows.map((row) => ({
      ...toPulledDay(row),
      connectionId: row.connectionId,
      failedAtMs: row.failedAtMs!,
    }))
  }

  /** Days of an account's connections that are held, latest first. */
  async held(accountId: number, limit: number) {
    const rows = await this.#database.reads
      .selectFrom('connectionDays')
      .innerJoin('connections', 'connections.id', 'connectionDays.connectionId')
      .selectAll('connectionDays')
      .where('connections.accountId', '=', accountId)
      .where('connections.state', '<>', removed)
      .where('connectionDays.state', '=', 'held')
      .orderBy('day', 'desc')
      .limit(limit)
      .execute()
    return rows.map((row) => ({ ...toPulledDay(row), connectionId: row.connectionId }))
  }

  /** When a day is next due; null for never. */
  async nextDueMs(id: number): Promise<number | null> {
    const { next } = await this.#database.reads
      .selectFrom('connectionDays')
      .select((e) => e.fn.min('nextAtMs').as('next'))
      .where('connectionId', '=', id)
      .executeTakeFirstOrThrow()
    return next
  }

  async put(id: number, pulled: PulledDay): Promise<void> {
    const row = toRow(id, pulled)
    await this.#database.writes
      .insertInto('connectionDays')
      .values(row)
      .onConflict((conflict) => conflict.columns(['connectionId', 'day']).doUpdateSet(row))
      .execute()
  }

  /** Changes when days are asked for that are known. */
  async plan(
    id: number,
    days: readonly { readonly day: Day; readonly nextAtMs: number | null }[],
  ): Promise<void> {
    await this.#database.withLock(['records'], async (transaction) => {
      for (const { day, nextAtMs } of days) {
        await transaction
          .updateTable('connectionDays')
          .set({ nextAtMs })
          .where('connectionId', '=', id)
          .where('day', '=', day)
          .execute()
      }
    })
  }

  /** Makes days with a report due, for what their network tells beyond it. */
  async makeDepthDue(id: number, { firstDay, lastDay }: DaySpan, atMs: number): Promise<void> {
    await this.#database.writes
      .updateTable('connectionDays')
      .set({ nextAtMs: atMs, depth: null })
      .where('connectionId', '=', id)
      .where('day', '>=', firstDay)
      .where('day', '<=', lastDay)
      .where('state', 'in', ['done', 'empty'])
      .execute()
  }

  /** Makes days that are known due. Their next reports are compared with the figures in any case. @returns how many */
  async makeDue(id: number, { firstDay, lastDay }: DaySpan, atMs: number): Promise<number> {
    const { numUpdatedRows } = await this.#database.writes
      .updateTable('connectionDays')
      .set({ nextAtMs: atMs, mark: null, depth: null })
      .where('connectionId', '=', id)
      .where('day', '>=', firstDay)
      .where('day', '<=', lastDay)
      .executeTakeFirstOrThrow()
    return Number(numUpdatedRows)
  }

  #days(id: number) {
    return this.#database.reads
      .selectFrom('connectionDays')
      .selectAll()
      .where('connectionId', '=', id)
  }
}
