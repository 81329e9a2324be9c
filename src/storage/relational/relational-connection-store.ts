import { type Kysely, type Selectable, sql } from 'kysely'
import type {
  Booking,
  Connection,
  ConnectionState,
  DayState,
  Problem,
} from '../../connections/connection.ts'
import type {
  ConnectionChanges,
  ConnectionStore,
  NewConnection,
  StoredLogin,
} from '../../connections/connection-store.ts'
import type { Day, DaySpan } from '../../values/day.ts'
import { batchesOf } from './batches-of.ts'
import { type PulledDayRow, toPulledDay, toRow } from './connection-day-row.ts'
import type { ConnectionsTable, RelationalDatabase, Tables } from './tables.ts'

/** How long a new connection is left alone at most. */
const settleMs = 60_000

/** The state of a connection that is kept only because its figures are: nobody sees it. */
const removed = 'removed'
/** Nobody can give such a name, so the old one is free. */
const removedName = (id: number): string => `\u0001${id}`

/** Stores connections in the relational store. */
export class RelationalConnectionStore implements ConnectionStore {
  readonly #database: RelationalDatabase

  constructor(database: RelationalDatabase) {
    this.#database = database
  }

  async insert({ secrets, ...connection }: NewConnection): Promise<Connection | null> {
    const id = await this.#database.withLock(['records'], async (transaction) => {
      const row = await transaction
        .insertInto('connections')
        .values({
          ...{ account_id: connection.accountId, name: connection.name },
          ...{ connector: connection.connector, settings: JSON.stringify(connection.settings) },
          ...{ booking: connection.booking, creates_apps: Number(connection.createsApps) },
          ...{ first_day: connection.firstDay, reread_days: connection.rereadDays },
          ...{ state: 'active', created_at_ms: connection.createdAtMs },
          // Nobody works on it before its secrets are there, which are sealed with its id.
          ...{ lease_owner: 'new', lease_until_ms: connection.createdAtMs + settleMs },
        })
        .onConflict((conflict) => conflict.columns(['account_id', 'name']).doNothing())
        .returning('id')
        .executeTakeFirst()
      if (row) await putSecrets(transaction, row.id, secrets)
      return row?.id ?? null
    })
    return id === null ? null : this.byId(id)
  }

  async byName(accountId: number, name: string): Promise<Connection | null> {
    const row = await this.#connections()
      .where('account_id', '=', accountId)
      .where('name', '=', name)
      .executeTakeFirst()
    return row ? this.#toConnection(row) : null
  }

  async byId(id: number): Promise<Connection | null> {
    const row = await this.#connections()
      .where('id', '=', id)
      .where('state', '<>', removed)
      .executeTakeFirst()
    return row ? this.#toConnection(row) : null
  }

  async list(accountId?: number): Promise<Connection[]> {
    const rows = await this.#connections()
      .where('state', '<>', removed)
      .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId!))
      .orderBy('account_id')
      .orderBy('name')
      .execute()
    return Promise.all(rows.map((row) => this.#toConnection(row)))
  }

  async statingDay(accountId: number, day: Day): Promise<Connection[]> {
    const rows = await this.#connections()
      .where('account_id', '=', accountId)
      .where('id', 'in', (e) =>
        e
          .selectFrom('connection_days')
          .select('connection_id')
          .where('day', '=', day)
          .where('stated', 'is not', null),
      )
      .orderBy('name')
      .execute()
    return Promise.all(rows.map((row) => this.#toConnection(row)))
  }

  change(id: number, { secrets, ...changes }: ConnectionChanges): Promise<boolean> {
    const { settings, booking, rereadDays, state, problem, pulledAtMs } = changes
    const isNoted = !secrets && Object.keys(changes).every((name) => name === 'pulledAtMs')
    return this.#database.withLock(['records'], async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('connections')
        .set({
          id,
          ...(settings && { settings: JSON.stringify(settings) }),
          ...(booking && { booking }),
          ...(rereadDays !== undefined && { reread_days: rereadDays }),
          ...(state && { state }),
          ...(problem !== undefined && { problem: problem && JSON.stringify(problem) }),
          ...(pulledAtMs !== undefined && { pulled_at_ms: pulledAtMs }),
          ...(!isNoted && { lease_owner: null, lease_until_ms: 0 }),
        })
        .where('id', '=', id)
        .where('state', '<>', removed)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) return false
      if (secrets) await putSecrets(transaction, id, secrets)
      return true
    })
  }

  async remove(id: number): Promise<void> {
    await this.#database.withLock(['records'], async (transaction) => {
      await transaction.deleteFrom('connection_secrets').where('connection_id', '=', id).execute()
      await transaction
        .deleteFrom('connection_days')
        .where('connection_id', '=', id)
        .where('stated', 'is', null)
        .execute()
      await transaction
        .updateTable('connection_days')
        .set({ next_at_ms: null })
        .where('connection_id', '=', id)
        .execute()
      await transaction
        .updateTable('connections')
        .set({
          ...{ name: removedName(id), settings: '{}', problem: null, state: removed },
          ...{ login: null, login_until_ms: null, lease_owner: null, lease_until_ms: 0 },
        })
        .where('id', '=', id)
        .execute()
    })
  }

  async addDays(
    id: number,
    days: readonly { readonly day: Day; readonly nextAtMs: number }[],
  ): Promise<void> {
    const rows = days.map(({ day, nextAtMs }) => ({
      ...{ connection_id: id, day, state: 'due', failures: 0, next_at_ms: nextAtMs },
    }))
    for (const batch of batchesOf(rows)) {
      await this.#database.writes
        .insertInto('connection_days')
        .values(batch)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
  }

  async lastDay(id: number): Promise<Day | null> {
    const { last } = await this.#database.reads
      .selectFrom('connection_days')
      .select((e) => e.fn.max('day').as('last'))
      .where('connection_id', '=', id)
      .executeTakeFirstOrThrow()
    return last === null ? null : (Number(last) as Day)
  }

  async days(id: number, { firstDay, lastDay }: DaySpan) {
    const rows = await this.#days(id)
      .where('day', '>=', firstDay)
      .where('day', '<=', lastDay)
      .orderBy('day')
      .execute()
    return rows.map(toPulledDay)
  }

  async day(id: number, day: Day) {
    const row = await this.#days(id).where('day', '=', day).executeTakeFirst()
    return row ? toPulledDay(row) : null
  }

  async dueDays(id: number, nowMs: number, limit: number) {
    const rows = await this.#days(id)
      .where('next_at_ms', '<=', nowMs)
      .orderBy('day', 'desc')
      .limit(limit)
      .execute()
    return rows.map(toPulledDay)
  }

  async countDays(id: number): Promise<ReadonlyMap<DayState, number>> {
    const rows = await this.#database.reads
      .selectFrom('connection_days')
      .select((e) => ['state', e.fn.countAll<number>().as('count')])
      .where('connection_id', '=', id)
      .groupBy('state')
      .execute()
    return new Map(rows.map(({ state, count }) => [state as DayState, Number(count)]))
  }

  async lastGoodDay(id: number): Promise<Day | null> {
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

  async nextDueMs(id: number): Promise<number | null> {
    const { next } = await this.#database.reads
      .selectFrom('connection_days')
      .select((e) => e.fn.min('next_at_ms').as('next'))
      .where('connection_id', '=', id)
      .executeTakeFirstOrThrow()
    return next === null ? null : Number(next)
  }

  async putDay(id: number, pulled: Parameters<ConnectionStore['putDay']>[1]): Promise<void> {
    const row = toRow(id, pulled)
    await this.#database.writes
      .insertInto('connection_days')
      .values(row)
      .onConflict((conflict) => conflict.columns(['connection_id', 'day']).doUpdateSet(row))
      .execute()
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

  async lease(id: number, owner: string, nowMs: number, untilMs: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#database.writes
      .updateTable('connections')
      .set({ lease_owner: owner, lease_until_ms: untilMs })
      .where('id', '=', id)
      .where('state', '<>', removed)
      .where((e) => e.or([e('lease_owner', '=', owner), e('lease_until_ms', '<=', nowMs)]))
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  }

  async keepLease(id: number, owner: string, untilMs: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#database.writes
      .updateTable('connections')
      .set({ lease_until_ms: untilMs })
      .where('id', '=', id)
      .where('lease_owner', '=', owner)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  }

  async release(id: number, owner: string): Promise<void> {
    await this.#database.writes
      .updateTable('connections')
      .set({ lease_owner: null, lease_until_ms: 0 })
      .where('id', '=', id)
      .where('lease_owner', '=', owner)
      .execute()
  }

  async takePlace(accountKey: string, nowMs: number, gapMs: number): Promise<number> {
    const { next_at_ms } = await this.#database.writes
      .insertInto('network_places')
      .values({ account_key: accountKey, next_at_ms: nowMs + gapMs })
      .onConflict((conflict) =>
        conflict.column('account_key').doUpdateSet({
          next_at_ms: sql<number>`CASE WHEN network_places.next_at_ms > ${nowMs}
            THEN network_places.next_at_ms ELSE ${nowMs} END + ${gapMs}`,
        }),
      )
      .returning('next_at_ms')
      .executeTakeFirstOrThrow()
    return Number(next_at_ms) - gapMs
  }

  async pause(accountKey: string, untilMs: number): Promise<void> {
    await this.#database.writes
      .insertInto('network_places')
      .values({ account_key: accountKey, next_at_ms: untilMs })
      .onConflict((conflict) =>
        conflict
          .column('account_key')
          .doUpdateSet({ next_at_ms: untilMs })
          .where('network_places.next_at_ms', '<', untilMs),
      )
      .execute()
  }

  async login(id: number): Promise<StoredLogin | null> {
    const row = await this.#connections().where('id', '=', id).executeTakeFirst()
    if (!row?.login) return null
    return { sealed: new Uint8Array(row.login), untilMs: row.login_until_ms! }
  }

  async putLogin(id: number, login: StoredLogin | null): Promise<void> {
    await this.#database.writes
      .updateTable('connections')
      .set({ login: login?.sealed ?? null, login_until_ms: login?.untilMs ?? null })
      .where('id', '=', id)
      .execute()
  }

  #connections() {
    return this.#database.reads.selectFrom('connections').selectAll()
  }

  #days(id: number) {
    return this.#database.reads
      .selectFrom('connection_days')
      .selectAll()
      .where('connection_id', '=', id)
      .$castTo<PulledDayRow>()
  }

  async #toConnection(row: Selectable<ConnectionsTable>): Promise<Connection> {
    const secrets = await this.#database.reads
      .selectFrom('connection_secrets')
      .select(['field', 'sealed'])
      .where('connection_id', '=', row.id)
      .execute()
    return {
      ...{ id: row.id, accountId: row.account_id, name: row.name, connector: row.connector },
      settings: JSON.parse(row.settings) as Record<string, string>,
      // PostgreSQL's driver gives buffers.
      secrets: Object.fromEntries(
        secrets.map(({ field, sealed }) => [field, new Uint8Array(sealed)]),
      ),
      booking: row.booking as Booking,
      createsApps: row.creates_apps === 1,
      firstDay: row.first_day as Day,
      rereadDays: row.reread_days,
      state: row.state as ConnectionState,
      problem: row.problem === null ? null : (JSON.parse(row.problem) as Problem),
      ...{ createdAtMs: row.created_at_ms, pulledAtMs: row.pulled_at_ms },
    }
  }
}

async function putSecrets(
  transaction: Kysely<Tables>,
  id: number,
  secrets: Readonly<Record<string, Uint8Array>>,
): Promise<void> {
  for (const [field, sealed] of Object.entries(secrets)) {
    await transaction
      .insertInto('connection_secrets')
      .values({ connection_id: id, field, sealed })
      .onConflict((conflict) =>
        conflict.columns(['connection_id', 'field']).doUpdateSet({ sealed }),
      )
      .execute()
  }
}
