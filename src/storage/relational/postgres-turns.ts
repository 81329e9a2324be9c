import { setTimeout } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import pLimit from 'p-limit'
import type { RelationalDatabase, Tables, Turn } from './tables.ts'

/** What names our locks among all advisory locks of a database: "Adta". */
export const lockSpace = 0x41647461
const lockOf: Readonly<Record<Turn, number>> = { catalogue: 1, records: 2 }
/** In the order in which they are taken, by everyone, so that no two wait for each other. */
const order: readonly Turn[] = ['records', 'catalogue']

const retryAfterMs = 50

/** Has transactions of one turn wait for each other, in this process and in all others. */
export function postgresTurns(writes: Kysely<Tables>): RelationalDatabase['withLock'] {
  // Of one process one transaction waits at the database, so that waiting takes no connections.
  const queues = { catalogue: pLimit(1), records: pLimit(1) }
  return (turns, work) => {
    const wanted = order.filter((turn) => turns.includes(turn))
    const transact = () =>
      writes.transaction().execute(async (transaction) => {
        for (const turn of wanted) await take(transaction, turn)
        return work(transaction)
      })
    return wanted.reduceRight((next, turn) => () => queues[turn](next), transact)()
  }
}

/**
 * Takes the lock until the transaction ends. It is tried again and again, since one long wait
 * could not be told from a server that is dead.
 */
async function take(transaction: Transaction<Tables>, turn: Turn): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ taken: boolean }>`
      SELECT pg_try_advisory_xact_lock(${sql.lit(lockSpace)}, ${sql.lit(lockOf[turn])}) AS taken
    `.execute(transaction)
    if (rows[0]!.taken) return
    await setTimeout(retryAfterMs)
  }
}
