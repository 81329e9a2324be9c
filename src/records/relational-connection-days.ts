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
      connectionId: id,
      day,
      state: 'due',
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

  async last(id: number): Promise<Day | null> {
    const { last } = await this.#database.reads
      .selectFrom('connectionDays')
      .select((e) => e.fn.max('day').as('last'))
      .where('connectionId', '=', id)
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
      .where('nextAtMs', '<=', nowMs)
      .orderBy('failures')
      .orderBy('day', 'desc')
      .limit(limit)
      .execute()
    return rows.map(toPulledDay)
  }

  async count(id: number): Promise<ReadonlyMap<DayState, number>> {
    const rows = await this.#database.reads
      .selectFrom('connectionDays')
      .select((e) => ['state', e.fn.countAll<number>().as('count')])
      .where('connectionId', '=', id)
      .groupBy('state')
      .execute()
    return new Map(rows.map(({ state, count }) => [state as DayState, Number(count)]))
  }

  async totals(): Promise<DayTotals[]> {
    const rows = await this.#database.reads
      .selectFrom('connectionDays')
      .select((e) => [
        ...(['connectionId', 'state'] as const),
        e.fn.countAll<number>().as('days'),
        e.fn.min('nextAtMs').as('next'),
      ])
      .groupBy(['connectionId', 'state'])
      .execute()
    return rows.map(({ connectionId: id, state, days, next }) => ({
      connectionId: Number(id),
      state: state as DayState,
      days: Number(days),
      nextAtMs: next === null ? null : Number(next),
    }))
  }

  async lastGood(id: number): Promise<Day | null> {
    const { last } = await this.#database.reads
      .selectFrom('connectionDays')
      .select((e) => e.fn.max('day').as('last'))
      .where('connectionId', '=', id)
      .where('state', 'in', ['done', 'empty'])
      .executeTakeFirstOrThrow()
    return last === null ? null : (Number(last) as Day)
  }

  async retryFailed(id: number, atMs: number): Promise<void> {
    await this.#database.writes
      .updateTable('connectionDays')
      .set({ nextAtMs: atMs, failures: 0 })
      .where('connectionId', '=', id)
      .where('state', '=', 'failed')
      .execute()
  }

  async wake(state: DayState, atMs: number): Promise<number> {
    const { numUpdatedRows } = await this.#database.writes
      .updateTable('connectionDays')
      .set({ nextAtMs: atMs, failures: 0 })
      .where('state', '=', state)
      .executeTakeFirstOrThrow()
    return Number(numUpdatedRows)
  }

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
      connectionId: Number(row.connectionId),
      failedAtMs: Number(row.failedAtMs),
    }))
  }

  async nextDueMs(id: number): Promise<number | null> {
    const { next } = await this.#database.reads
      .selectFrom('connectionDays')
      .select((e) => e.fn.min('nextAtMs').as('next'))
      .where('connectionId', '=', id)
      .executeTakeFirstOrThrow()
    return next === null ? null : Number(next)
  }

  async put(id: number, pulled: PulledDay): Promise<void> {
    const row = toRow(id, pulled)
    await this.#database.writes
      .insertInto('connectionDays')
      .values(row)
      .onConflict((conflict) => conflict.columns(['connectionId', 'day']).doUpdateSet(row))
      .execute()
  }

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

  async makeDue(id: number, { firstDay, lastDay }: DaySpan, atMs: number): Promise<number> {
    const { numUpdatedRows } = await this.#database.writes
      .updateTable('connectionDays')
      .set({ nextAtMs: atMs, mark: null })
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
      .$castTo<PulledDayRow>()
  }
}
