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
      .set({ leaseOwner: owner, leaseUntilMs: untilMs })
      .where('id', '=', id)
      .where('state', '<>', removed)
      .where((e) =>
        e.or([
          e('leaseOwner', '=', owner),
          e('leaseUntilMs', '<=', nowMs),
          e('leaseUntilMs', '>', nowMs + longestMs),
        ]),
      )
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  }

  async keep(id: number, owner: string, nowMs: number, untilMs: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#database.writes
      .updateTable('connections')
      .set({ leaseUntilMs: untilMs })
      .where('id', '=', id)
      .where('leaseOwner', '=', owner)
      .where('leaseUntilMs', '>', nowMs)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  }

  async holder(id: number) {
    const row = await this.#database.reads
      .selectFrom('connections')
      .select(['leaseOwner', 'leaseUntilMs'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (row?.leaseOwner == null) return null
    return { owner: row.leaseOwner, untilMs: Number(row.leaseUntilMs) }
  }

  async release(id: number, owner: string): Promise<void> {
    await this.#database.writes
      .updateTable('connections')
      .set({ leaseOwner: null, leaseUntilMs: 0 })
      .where('id', '=', id)
      .where('leaseOwner', '=', owner)
      .execute()
  }
}
