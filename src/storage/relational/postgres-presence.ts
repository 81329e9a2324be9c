import { type Kysely, sql } from 'kysely'
import { type ClientBase, DatabaseError } from 'pg'
import { DatabaseInUseError } from '../../values/database-in-use-error.ts'
import { UnusableStoreError } from '../../values/unusable-store-error.ts'
import { lockSpace } from './postgres-locks.ts'
import type { RelationalDatabase, Tables } from './tables.ts'

/** Every connection that writes shares it. */
const presence = 4

/**
 * Makes what a new connection of a process does before it writes: it shares a lock, so that nobody replaces the
 * secret, and fails when somebody did since the first connection. So no value is written that was encrypted
 * with an earlier secret, not even by a process that lost all its connections meanwhile.
 */
export function postgresPresence(
  onSecretReplaced: (error: Error) => void,
): (client: ClientBase) => Promise<void> {
  let known = ''
  return async (client) => {
    const { rows } = await client.query<{ taken: boolean }>(
      `SELECT pg_try_advisory_lock_shared(${lockSpace}, ${presence}) AS taken`,
    )
    if (!rows[0]!.taken) throw new Error('its secret is being replaced')
    // Only now: a rotation that held the lock has committed.
    const found = await secretCheck(client)
    known ||= found
    if (found === known) return
    const error = new UnusableStoreError(
      'The secret was replaced while this process ran. Start it again with the new one.',
    )
    onSecretReplaced(error)
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
      const { rows } = await sql<{ taken: boolean }>`
        SELECT pg_try_advisory_xact_lock(${sql.lit(lockSpace)}, ${sql.lit(presence)}) AS taken
      `.execute(transaction)
      if (!rows[0]!.taken) throw new DatabaseInUseError(place)
      // What follows the commit relies on it.
      await sql`SET LOCAL synchronous_commit TO on`.execute(transaction)
      return work(transaction)
    })
