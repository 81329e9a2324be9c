import { setTimeout as delay } from 'node:timers/promises'
import type { ClickhouseConnection } from './connection.ts'

const retryAfterMs = 1_000
const patienceMs = 60_000

/**
 * Stops the statements that name a table, and waits until they have ended: a server goes on with what was given up
 * here. A server that does not answer is asked again for a minute.
 *
 * @throws StoreUnavailableError when statements may still be running
 */
export async function stopStatements(
  connection: ClickhouseConnection,
  table: string,
  signal: AbortSignal,
): Promise<void> {
  const { database } = connection.options
  const startedMs = performance.now()
  for (;;) {
    try {
      return await connection.commandEverywhere(
        `KILL QUERY WHERE current_database = '${database}' AND position(query, '${table}') > 0 SYNC`,
      )
    } catch (error) {
      if (signal.aborted || performance.now() - startedMs > patienceMs) throw error
      await delay(retryAfterMs, undefined, { signal })
    }
  }
}
