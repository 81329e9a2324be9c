import type { ConnectionLeases } from '../connections/connection-store.ts'
import { removed } from './connection-row.ts'
import type { RelationalDatabase } from './relational-database.ts'

/** No lease is given for longer. */
const longestMs = 86_400_000

/** Keeps leases of connections in the relational store. */
export class RelationalConnectionLeases implements ConnectionLeases {
  readonly #database: RelationalDatabase

  constructor(database: RelationalDatabase) {
    this.#database = database
  }

  async acquire(id: number, owner: string, nowMs: number, untilMs: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#database.writes
      .updateTable('connections')
      .set({ lease_owner: owner, lease_until_ms: untilMs })
      .where('id', '=', id)
      .where('state', '<>', removed)
      .where((e) =>
        e.or([
          e('lease_owner', '=', owner),
          e('lease_until_ms', '<=', nowMs),
          e('lease_until_ms', '>', nowMs + longestMs),
        ]),
      )
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  }

  async keep(id: number, owner: string, nowMs: number, untilMs: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#database.writes
      .updateTable('connections')
      .set({ lease_until_ms: untilMs })
      .where('id', '=', id)
      .where('lease_owner', '=', owner)
      .where('lease_until_ms', '>', nowMs)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  }

  async holder(id: number) {
    const row = await this.#database.reads
      .selectFrom('connections')
      .select(['lease_owner', 'lease_until_ms'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (row?.lease_owner == null) return null
    return { owner: row.lease_owner, untilMs: Number(row.lease_until_ms) }
  }

  async release(id: number, owner: string): Promise<void> {
    await this.#database.writes
      .updateTable('connections')
      .set({ lease_owner: null, lease_until_ms: 0 })
      .where('id', '=', id)
      .where('lease_owner', '=', owner)
      .execute()
  }
}
