import type { JournalCleanup, Leftovers } from '../../ledger/journal.ts'
import type { ClickhouseConnection } from './connection.ts'
import { entryColumns, localTable, onCluster } from './schema.ts'

/**
 * Removes what interrupted writers left in a journal.
 *
 * @param confirmPendingApps called with the entries of interrupted writers
 */
export function journalCleanup(
  connection: ClickhouseConnection,
  confirmPendingApps: (leftovers: Leftovers) => Promise<void>,
): JournalCleanup {
  return {
    async highestEntry() {
      const [row] = await connection.rows('SELECT max(since) FROM slices')
      return Number(row![0])
    },
    async clear(leftovers) {
      await confirmPendingApps(leftovers)
      // The rows are hidden for good, so their deletion may take long, or fail.
      void dropRows(connection, leftovers.aborted).catch(() => undefined)
      return leftovers.aborted
    },
  }
}

async function dropRows(
  connection: ClickhouseConnection,
  entries: readonly number[],
): Promise<void> {
  if (entries.length === 0) return
  for (const [table, column] of Object.entries(entryColumns)) {
    const local = `${localTable(table, connection.options)}${onCluster(connection.options)}`
    await connection.commandEverywhere(
      `ALTER TABLE ${local} DELETE WHERE ${column} IN (${entries.join(', ')})`,
    )
  }
}
