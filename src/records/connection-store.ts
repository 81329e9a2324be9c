import type { Kysely } from 'kysely'
import type { Connection } from '../connections/connection.ts'
import type { Day } from '../values/day.ts'
import { ConnectionDays } from './connection-days.ts'

import { type ConnectionRow, removed, scheduleColumns, toConnection } from './connection-row.ts'
import { Leases } from './leases.ts'
import { NetworkPlaces } from './network-places.ts'
import type { RelationalDatabase } from './relational-database.ts'
import type { Tables } from './tables/tables.ts'

export type NewConnection = Omit<Connection, 'id' | 'state' | 'problem' | 'backOff' | 'pulledAtMs'>

export type ConnectionChanges = Partial<
  Pick<
    Connection,
    | 'settings'
    | 'secrets'
    | 'booking'
    | 'hasDepth'
    | 'schedule'
    | 'state'
    | 'problem'
    | 'backOff'
    | 'pulledAtMs'
  >
>

/** A login as it is stored. */
export interface StoredLogin {
  readonly sealed: Uint8Array
  readonly untilMs: number
}

/** How long a new connection is left alone at most. */
const settleMs = 60_000

/** The columns that a pull writes while it goes on. */
const notes = ['pulledAtMs', 'backOff']
/** Nobody can give such a name, so the old one is free. */
const removedName = (id: number): string => `\u0001${id}`

/** Stores connections, their days, and what processes share to work on them. */
export class ConnectionStore {
  readonly days: ConnectionDays
  readonly leases: Leases
  readonly places: NetworkPlaces
  readonly #database: RelationalDatabase

  constructor(database: RelationalDatabase) {
    this.days = new ConnectionDays(database)
    this.leases = new Leases(database, 'connections')
    this.places = new NetworkPlaces(database)
    this.#database = database
  }

  /** @returns null when the account has one with this name */
  async insert({ secrets, ...connection }: NewConnection): Promise<Connection | null> {
    const id = await this.#database.withLock(['records'], async (transaction) => {
      const row = await transaction
        .insertInto('connections')
        .values({
          accountId: connection.accountId,
          name: connection.name,
          connector: connection.connector,
          settings: JSON.stringify(connection.settings),
          booking: connection.booking,
          createsApps: Number(connection.createsApps),
          hasDepth: Number(connection.hasDepth),
          firstDay: connection.firstDay,
          ...scheduleColumns(connection.schedule),
          state: 'active',
          createdAtMs: connection.createdAtMs,
          // Nobody works on it before its secrets are there, which are sealed with its id.
          leaseOwner: 'new',
          leaseUntilMs: connection.createdAtMs + settleMs,
        })
        .onConflict((conflict) => conflict.columns(['accountId', 'name']).doNothing())
        .returning('id')
        .executeTakeFirst()
      if (row) await putSecrets(transaction, row.id, secrets)
      return row?.id ?? null
    })
    return id === null ? null : this.byId(id)
  }

  async byName(accountId: number, name: string): Promise<Connection | null> {
    const row = await this.#connections()
      .where('accountId', '=', accountId)
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

  /** By name. @param accountId all accounts when absent */
  async list(accountId?: number): Promise<Connection[]> {
    const rows = await this.#connections()
      .where('state', '<>', removed)
      .$if(accountId !== undefined, (query) => query.where('accountId', '=', accountId!))
      .orderBy('accountId')
      .orderBy('name')
      .execute()
    return Promise.all(rows.map((row) => this.#toConnection(row)))
  }

  /** Those of an account that a day's figures were imported of, by name. */
  async statingDay(accountId: number, day: Day): Promise<Connection[]> {
    const rows = await this.#connections()
      .where('accountId', '=', accountId)
      .where('id', 'in', (e) =>
        e
          .selectFrom('connectionDays')
          .select('connectionId')
          .where('day', '=', day)
          .where('stated', 'is not', null),
      )
      .orderBy('name')
      .execute()
    return Promise.all(rows.map((row) => this.#toConnection(row)))
  }

  /**
   * A process that works on it loses the lease, unless only `backOff` and `pulledAtMs` change.
   *
   * @returns false when it is gone
   */
  change(id: number, { secrets, ...changes }: ConnectionChanges): Promise<boolean> {
    const { settings, booking, hasDepth, schedule, state, problem, backOff, pulledAtMs } = changes
    const isNoted = !secrets && Object.keys(changes).every((name) => notes.includes(name))
    return this.#database.withLock(['records'], async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('connections')
        .set({
          id,
          ...(settings && { settings: JSON.stringify(settings) }),
          ...(booking && { booking }),
          ...(hasDepth !== undefined && { hasDepth: Number(hasDepth) }),
          ...(schedule && scheduleColumns(schedule)),
          ...(state && { state }),
          ...(problem !== undefined && { problem: problem && JSON.stringify(problem) }),
          ...(backOff !== undefined && { backOff: backOff && JSON.stringify(backOff) }),
          ...(pulledAtMs !== undefined && { pulledAtMs }),
          ...(!isNoted && { leaseOwner: null, leaseUntilMs: 0 }),
        })
        .where('id', '=', id)
        .where('state', '<>', removed)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) return false
      if (secrets) await putSecrets(transaction, id, secrets)
      return true
    })
  }

  /**
   * Removes it with its secrets. Its figures stay, so {@link statingDay} still knows it: a mediation must not
   * count them again.
   */
  async remove(id: number): Promise<void> {
    await this.#database.withLock(['records'], async (transaction) => {
      await transaction.deleteFrom('connectionSecrets').where('connectionId', '=', id).execute()
      await transaction
        .deleteFrom('connectionDays')
        .where('connectionId', '=', id)
        .where('stated', 'is', null)
        .execute()
      // Nobody can fetch these rows again.
      await transaction.deleteFrom('setAsideRows').where('connectionId', '=', id).execute()
      await transaction
        .updateTable('connectionDays')
        .set({ nextAtMs: null })
        .where('connectionId', '=', id)
        .execute()
      await transaction
        .updateTable('connections')
        .set({
          name: removedName(id),
          settings: '{}',
          problem: null,
          state: removed,
          backOff: null,
          login: null,
          loginUntilMs: null,
          leaseOwner: null,
          leaseUntilMs: 0,
        })
        .where('id', '=', id)
        .execute()
    })
  }

  async login(id: number): Promise<StoredLogin | null> {
    const row = await this.#connections().where('id', '=', id).executeTakeFirst()
    if (!row?.login) return null
    return { sealed: new Uint8Array(row.login), untilMs: row.loginUntilMs! }
  }

  async putLogin(id: number, login: StoredLogin | null): Promise<void> {
    await this.#database.writes
      .updateTable('connections')
      .set({ login: login?.sealed ?? null, loginUntilMs: login?.untilMs ?? null })
      .where('id', '=', id)
      .execute()
  }

  #connections() {
    return this.#database.reads.selectFrom('connections').selectAll()
  }

  async #toConnection(row: ConnectionRow): Promise<Connection> {
    const secrets = await this.#database.reads
      .selectFrom('connectionSecrets')
      .select(['field', 'sealed'])
      .where('connectionId', '=', row.id)
      .execute()
    return toConnection(row, secrets)
  }
}

async function putSecrets(
  transaction: Kysely<Tables>,
  id: number,
  secrets: Readonly<Record<string, Uint8Array>>,
): Promise<void> {
  for (const [field, sealed] of Object.entries(secrets)) {
    await transaction
      .insertInto('connectionSecrets')
      .values({ connectionId: id, field, sealed })
      .onConflict((conflict) => conflict.columns(['connectionId', 'field']).doUpdateSet({ sealed }))
      .execute()
  }
}
