import { setTimeout } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type ClientBase, DatabaseError, type Pool } from 'pg'
import { DatabaseInUseError } from '../values/database-in-use-error.ts'
import { UnusableStoreError } from '../values/unusable-store-error.ts'
import { openPool, type PostgresOptions } from './node-postgres.ts'
import { lockIds, lockSpace } from './postgres-locks.ts'
import type { RelationalDatabase } from './relational-database.ts'
import type { Tables } from './tables/tables.ts'

/** The server takes a moment to notice that a process has ended. */
const attempts = 10
const attemptIntervalMs = 200

/**
 * The sign that a process is there: every connection that writes shares a lock, and one more that is never used. So
 * nobody replaces the secret meanwhile. A new connection fails when somebody did since the first one: no value is
 * written that was encrypted with an earlier secret, not even by a process that had lost all its connections.
 */
export class PostgresPresence {
  readonly #pool: Pool
  readonly #onSecretReplaced: (error: Error) => void
  /** The check value of the secret that the records had at first. */
  #known = ''

  constructor(url: string, options: Required<PostgresOptions>) {
    this.#onSecretReplaced = options.onSecretReplaced
    const onConnect = (client: ClientBase) => this.#share(client)
    // A connection of the other pools would be closed when it is idle, or may be dead when it is needed.
    this.#pool = openPool(url, 'presence', options, { max: 1, idleTimeoutMillis: 0, onConnect })
  }

  /** Is called with each new connection that writes. */
  readonly join = async (client: ClientBase): Promise<void> => {
    await this.#share(client)
    // The server may have been away.
    this.open().catch(() => undefined)
  }

  async open(): Promise<void> {
    const client = await this.#pool.connect()
    client.release()
  }

  async close(): Promise<void> {
    if (!this.#pool.ending) await this.#pool.end()
  }

  async #share(client: ClientBase): Promise<void> {
    const { rows } = await client.query<{ taken: boolean }>(
      `SELECT pg_try_advisory_lock_shared(${lockSpace}, ${lockIds.presence}) AS taken`,
    )
    if (!rows[0]!.taken) throw new Error('its secret is being replaced')
    // Only now: a rotation that held the lock has committed.
    const found = await secretCheck(client)
    this.#known ||= found
    if (found === this.#known) return
    const error = new UnusableStoreError(
      'The secret was replaced while this process ran. Start it again with the new one.',
    )
    this.#onSecretReplaced(error)
    throw error
  }
}

/** @returns an empty text while the records belong to no secret, or have no tables yet */
async function secretCheck(client: ClientBase): Promise<string> {
  try {
    const { rows } = await client.query<{ secret_check: string }>(
      'SELECT secret_check FROM installation',
    )
    return rows[0]?.secret_check ?? ''
  } catch (error) {
    const hasNoTable = error instanceof DatabaseError && error.code === '42P01'
    if (hasNoTable) return ''
    throw error
  }
}

/** @param place names the database */
export const withoutOtherWriters =
  (writes: Kysely<Tables>, place: string): RelationalDatabase['withoutOthers'] =>
  (work) =>
    writes.transaction().execute(async (transaction) => {
      for (let attempt = 1; !(await isAlone(transaction)); attempt++) {
        if (attempt === attempts) throw new DatabaseInUseError(place)
        await setTimeout(attemptIntervalMs)
      }
      // The steps after the commit rely on it.
      await sql`SET LOCAL synchronous_commit TO on`.execute(transaction)
      return work(transaction)
    })

async function isAlone(transaction: Transaction<Tables>): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    SELECT pg_try_advisory_xact_lock(${sql.lit(lockSpace)}, ${sql.lit(lockIds.presence)}) AS taken
  `.execute(transaction)
  return rows[0]!.taken
}
