import { removed } from './connection-row.ts'
import type { RelationalDatabase } from './relational-database.ts'

/** No lease is given for longer. */
const longestMs = 86_400_000

/** The right to work on a connection, a destination or a network's shares, which one owner has at a time. */
export class Leases {
  readonly #database: RelationalDatabase
  /** All these tables have the columns of a lease. */
  readonly #table: 'connections'

  constructor(
    database: RelationalDatabase,
    table: 'connections' | 'destinations' | 'shareNetworks',
  ) {
    this.#database = database
    this.#table = table as 'connections'
  }

  /**
   * A lease of more than a day is of a clock that was ahead, and does not count.
   *
   * @returns false while another owner has it
   */
  async acquire(id: number, owner: string, nowMs: number, untilMs: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#database.writes
      .updateTable(this.#table)
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

  /** @returns false when it ended or was lost meanwhile: whatever was begun under it may be out of date */
  async keep(id: number, owner: string, nowMs: number, untilMs: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#database.writes
      .updateTable(this.#table)
      .set({ leaseUntilMs: untilMs })
      .where('id', '=', id)
      .where('leaseOwner', '=', owner)
      .where('leaseUntilMs', '>', nowMs)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  }

  /** The owner of the lease, and when it ends, which may have been; null when it was released. */
  async holder(id: number) {
    const row = await this.#database.reads
      .selectFrom(this.#table)
      .select(['leaseOwner', 'leaseUntilMs'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (row?.leaseOwner == null) return null
    return { owner: row.leaseOwner, untilMs: row.leaseUntilMs }
  }

  async release(id: number, owner: string): Promise<void> {
    await this.#database.writes
      .updateTable(this.#table)
      .set({ leaseOwner: null, leaseUntilMs: 0 })
      .where('id', '=', id)
      .where('leaseOwner', '=', owner)
      .execute()
  }
}
