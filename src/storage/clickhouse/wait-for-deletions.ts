import { setTimeout as delay } from 'node:timers/promises'
import { StoreUnavailableError } from '../../values/store-unavailable-error.ts'
import type { ClickhouseConnection } from './connection.ts'

const lookEveryMs = 200
const patienceMs = 60_000

/**
 * Waits until the nodes have carried out all deletions of rows that they noted.
 *
 * @throws StoreUnavailableError when that takes longer than a minute
 */
export async function waitForDeletions(
  connection: ClickhouseConnection,
  signal: AbortSignal,
): Promise<void> {
  const startedMs = performance.now()
  for (;;) {
    const found = await connection.ofNodes((node) =>
      connection.rowsOf(
        node,
        'SELECT count() FROM system.mutations WHERE NOT is_done AND database = currentDatabase()',
      ),
    )
    if (found.every(([row]) => Number(row![0]) === 0)) return
    if (performance.now() - startedMs > patienceMs) {
      throw new StoreUnavailableError(
        'ClickHouse has not carried out earlier deletions yet. Try again later; system.mutations lists them.',
      )
    }
    await delay(lookEveryMs, undefined, { signal })
  }
}
