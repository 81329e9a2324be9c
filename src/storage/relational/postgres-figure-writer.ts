import { setTimeout } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import pLimit from 'p-limit'
import { lockSpace } from './postgres-turns.ts'
import type { RelationalDatabase, Tables } from './tables.ts'

/** Beside the turns' locks, which end with a transaction; this one ends with its connection. */
const figureWriterLock = 3
const retryAfterMs = 100

/**
 * Has writers of figures wait for each other, in this process and in all others. The lock belongs
 * to the connection that the work is given: when the server forgets it, the connection is gone too,
 * and whatever the work wanted to commit over it fails.
 */
export function postgresFigureWriter(writes: Kysely<Tables>): RelationalDatabase['withWriterLock'] {
  // Of one process one writer waits at the database, so that waiting takes one connection.
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
          // Of a connection that is lost the lock is too.
          await unlock(connection).catch(() => undefined)
        }
      }),
    )
  }
}

async function isLocked(connection: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    SELECT pg_try_advisory_lock(${sql.lit(lockSpace)}, ${sql.lit(figureWriterLock)}) AS taken
  `.execute(connection)
  return rows[0]!.taken
}

async function unlock(connection: Kysely<Tables>): Promise<void> {
  await sql`
    SELECT pg_advisory_unlock(${sql.lit(lockSpace)}, ${sql.lit(figureWriterLock)})
  `.execute(connection)
}
