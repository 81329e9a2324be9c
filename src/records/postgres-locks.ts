import { setTimeout } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import pLimit from 'p-limit'
import type { LockName, RelationalDatabase } from './relational-database.ts'
import type { Tables } from './tables/tables.ts'

/** Separates our advisory locks from others in the database: "Adta". */
export const lockSpace = 0x41647461
/** Those of transactions, of the writer of figures, of every process that is there, and of the one that migrates. */
export const lockIds = { catalogue: 1, records: 2, writer: 3, presence: 4, users: 5, migration: 6 }
/** Everyone takes locks in this order, which prevents deadlocks. */
const order: readonly LockName[] = ['records', 'catalogue', 'users']

const retryAfterMs = 50

/** Lets one transaction with a lock run at a time, in all processes. */
export function postgresLocks(writes: Kysely<Tables>): RelationalDatabase['withLock'] {
  // One transaction of a process waits at the database, so that waiting uses one connection.
  const queues = { catalogue: pLimit(1), records: pLimit(1), users: pLimit(1) }
  return (locks, work) => {
    const wanted = order.filter((lock) => locks.includes(lock))
    const transact = () =>
      writes.transaction().execute(async (transaction) => {
        for (const lock of wanted) await acquireLock(transaction, lock)
        return work(transaction)
      })
    return wanted.reduceRight((next, lock) => () => queues[lock](next), transact)()
  }
}

/**
 * Takes a lock until the transaction ends. It is tried repeatedly, because one long wait would look
 * like a server that hangs.
 */
async function acquireLock(transaction: Transaction<Tables>, lock: LockName): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ taken: boolean }>`
      SELECT pg_try_advisory_xact_lock(${sql.lit(lockSpace)}, ${sql.lit(lockIds[lock])}) AS taken
    `.execute(transaction)
    if (rows[0]!.taken) return
    await setTimeout(retryAfterMs)
  }
}
