import type { JournalCleanup, Leftovers } from '../../ledger/journal.ts'
import type { ClickhouseConnection } from './connection.ts'
import { highestEntry } from './journal-extent.ts'
import { entryColumns, localTable, onCluster } from './schema.ts'

/**
 * Looks after a journal before an entry is written to it.
 *
 * @param confirmPendingApps hears which entries there are and which came to nothing
 */
export function journalCleanup(
  connection: ClickhouseConnection,
  confirmPendingApps: (leftovers: Leftovers) => Promise<void>,
): JournalCleanup {
  return {
    highestEntry: () => highestEntry(connection),
    async clear(leftovers) {
      await confirmPendingApps(leftovers)
      // The rows are hidden anyhow, so nobody waits for them to go, nor hears that they did not.
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
