import { setTimeout } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import pLimit from 'p-limit'
import { lockIds, lockSpace } from './postgres-locks.ts'
import type { RelationalDatabase } from './relational-database.ts'
import type { Tables } from './tables/tables.ts'

const retryAfterMs = 100

/**
 * Lets one writer of figures run at a time, in all processes. Unlike the locks of transactions, this one belongs to the
 * connection that `work` gets. If the lock is lost, so is the connection, and the work cannot commit.
 */
export function postgresWriterLock(writes: Kysely<Tables>): RelationalDatabase['withWriterLock'] {
  // One writer of a process waits at the database, so that waiting uses one connection.
  const queue = pLimit(1)
  return async ({ wait }, work) => {
    if (!wait && queue.activeCount > 0) return null
    return queue(() =>
      writes.connection().execute(async (connection) => {
        while (!(await isLocked(connection))) {
          if (!wait) return null
          await setTimeout(retryAfterMs)
        }
        try {
          return await work(connection)
        } finally {
          // A lost connection has already lost the lock.
          await unlock(connection).catch(() => undefined)
        }
      }),
    )
  }
}

async function isLocked(connection: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    SELECT pg_try_advisory_lock(${sql.lit(lockSpace)}, ${sql.lit(lockIds.writer)}) AS taken
  `.execute(connection)
  return rows[0]!.taken
}

async function unlock(connection: Kysely<Tables>): Promise<void> {
  await sql`
    SELECT pg_advisory_unlock(${sql.lit(lockSpace)}, ${sql.lit(lockIds.writer)})
  `.execute(connection)
}
