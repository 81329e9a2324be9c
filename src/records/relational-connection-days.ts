import type { DayState, PulledDay } from '../connections/connection.ts'
import type { ConnectionDays, DayTotals, FailedDay } from '../connections/connection-store.ts'
import type { Day, DaySpan } from '../values/day.ts'
import { batchesOf } from './batches-of.ts'
import { type PulledDayRow, toPulledDay, toRow } from './connection-day-row.ts'
import { removed } from './connection-row.ts'
import type { RelationalDatabase } from './relational-database.ts'

/** Stores the days of connections in the relational store. */
export class RelationalConnectionDays implements ConnectionDays {
  readonly #database: RelationalDatabase

  constructor(database: RelationalDatabase) {
    this.#database = database
  }

  async add(
    id: number,
    days: readonly { readonly day: Day; readonly nextAtMs: number }[],
  ): Promise<void> {
    const rows = days.map(({ day, nextAtMs }) => ({
      connection_id: id,
      day,
      state: 'due',
      failures: 0,
      next_at_ms: nextAtMs,
    }))
    for (const batch of batchesOf(rows)) {
      await this.#database.writes
        .insertInto('connection_days')
        .values(batch)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
  }

  async last(id: number): Promise<Day | null> {
    const { last } = await this.#database.reads
      .selectFrom('connection_days')
      .select((e) => e.fn.max('day').as('last'))
      .where('connection_id', '=', id)
      .executeTakeFirstOrThrow()
    return last === null ? null : (Number(last) as Day)
  }

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

  async due(id: number, nowMs: number, limit: number) {
    const rows = await this.#days(id)
      .where('next_at_ms', '<=', nowMs)
      .orderBy('failures')
      .orderBy('day', 'desc')
      .limit(limit)
      .execute()
    return rows.map(toPulledDay)
  }

  async count(id: number): Promise<ReadonlyMap<DayState, number>> {
    const rows = await this.#database.reads
      .selectFrom('connection_days')
      .select((e) => ['state', e.fn.countAll<number>().as('count')])
      .where('connection_id', '=', id)
      .groupBy('state')
      .execute()
    return new Map(rows.map(({ state, count }) => [state as DayState, Number(count)]))
  }

  async totals(): Promise<DayTotals[]> {
    const rows = await this.#database.reads
      .selectFrom('connection_days')
      .select((e) => [
        ...(['connection_id', 'state'] as const),
        e.fn.countAll<number>().as('days'),
        e.fn.min('next_at_ms').as('next'),
      ])
      .groupBy(['connection_id', 'state'])
      .execute()
    return rows.map(({ connection_id: id, state, days, next }) => ({
      connectionId: Number(id),
      state: state as DayState,
      days: Number(days),
      nextAtMs: next === null ? null : Number(next),
    }))
  }

  async lastGood(id: number): Promise<Day | null> {
    const { last } = await this.#database.reads
      .selectFrom('connection_days')
      .select((e) => e.fn.max('day').as('last'))
      .where('connection_id', '=', id)
      .where('state', 'in', ['done', 'empty'])
      .executeTakeFirstOrThrow()
    return last === null ? null : (Number(last) as Day)
  }

  async retryFailed(id: number, atMs: number): Promise<void> {
    await this.#database.writes
      .updateTable('connection_days')
      .set({ next_at_ms: atMs, failures: 0 })
      .where('connection_id', '=', id)
      .where('state', '=', 'failed')
      .execute()
  }

  async wake(state: DayState, atMs: number): Promise<number> {
    const { numUpdatedRows } = await this.#database.writes
      .updateTable('connection_days')
      .set({ next_at_ms: atMs, failures: 0 })
      .where('state', '=', state)
      .executeTakeFirstOrThrow()
    return Number(numUpdatedRows)
  }

  async failed(limit: number, accountId?: number): Promise<FailedDay[]> {
    const rows = await this.#database.reads
      .selectFrom('connection_days')
      .innerJoin('connections', 'connections.id', 'connection_days.connection_id')
      .selectAll('connection_days')
      .where('connections.state', '<>', removed)
      .where('failed_at_ms', 'is not', null)
      .$if(accountId !== undefined, (query) =>
        query.where('connections.account_id', '=', accountId!),
      )
      .orderBy('failed_at_ms', 'desc')
      .orderBy('day', 'desc')
      .limit(limit)
      .execute()
    return rows.map((row) => ({
      ...toPulledDay(row),
      connectionId: Number(row.connection_id),
      failedAtMs: Number(row.failed_at_ms),
    }))
  }

  async nextDueMs(id: number): Promise<number | null> {
    const { next } = await this.#database.reads
      .selectFrom('connection_days')
      .select((e) => e.fn.min('next_at_ms').as('next'))
      .where('connection_id', '=', id)
      .executeTakeFirstOrThrow()
    return next === null ? null : Number(next)
  }

  async put(id: number, pulled: PulledDay): Promise<void> {
    const row = toRow(id, pulled)
    await this.#database.writes
      .insertInto('connection_days')
      .values(row)
      .onConflict((conflict) => conflict.columns(['connection_id', 'day']).doUpdateSet(row))
      .execute()
  }

  async plan(
    id: number,
    days: readonly { readonly day: Day; readonly nextAtMs: number | null }[],
  ): Promise<void> {
    await this.#database.withLock(['records'], async (transaction) => {
      for (const { day, nextAtMs } of days) {
        await transaction
          .updateTable('connection_days')
          .set({ next_at_ms: nextAtMs })
          .where('connection_id', '=', id)
          .where('day', '=', day)
          .execute()
      }
    })
  }

  async makeDue(id: number, { firstDay, lastDay }: DaySpan, atMs: number): Promise<number> {
    const { numUpdatedRows } = await this.#database.writes
      .updateTable('connection_days')
      .set({ next_at_ms: atMs, mark: null })
      .where('connection_id', '=', id)
      .where('day', '>=', firstDay)
      .where('day', '<=', lastDay)
      .executeTakeFirstOrThrow()
    return Number(numUpdatedRows)
  }

  #days(id: number) {
    return this.#database.reads
      .selectFrom('connection_days')
      .selectAll()
      .where('connection_id', '=', id)
      .$castTo<PulledDayRow>()
  }
}
