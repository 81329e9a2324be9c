import type { JournalCleanup, Leftovers } from '../../ledger/journal.ts'
import type { ClickhouseConnection } from './connection.ts'
import { highestEntry } from './journal-extent.ts'
import { entryColumns, localTable, onCluster } from './schema.ts'

/**
 * Stops and removes what interrupted writers left in a journal.
 *
 * @param confirmPendingApps called with the entries of interrupted writers
 */
export function journalCleanup(
  connection: ClickhouseConnection,
  confirmPendingApps: (leftovers: Leftovers) => Promise<void>,
): JournalCleanup {
  return {
    highestEntry: () => highestEntry(connection),
    async clear(leftovers) {
      await confirmPendingApps(leftovers)
      // The rows are hidden anyhow. What cannot be dropped now is dropped before a later entry.
      return dropRows(connection, leftovers.aborted).then(
        () => leftovers.aborted,
        () => [],
      )
    },
  }
}

async function dropRows(
  connection: ClickhouseConnection,
  entries: readonly number[],
): Promise<void> {
  if (entries.length === 0) return
  await deleteRows(connection, (column) => `${column} IN (${entries.join(', ')})`)
}

/**
 * Has the servers delete rows of every table. Ends once they have noted what to delete, which they do
 * by themselves then.
 *
 * @param condition for a table whose column with the ledger entry is given
 */
export async function deleteRows(
  connection: ClickhouseConnection,
  condition: (entryColumn: string) => string,
): Promise<void> {
  // A replica that is away hears of it when it is back.
  const inBackground = connection.options.replicated
    ? ' SETTINGS distributed_ddl_task_timeout = 0'
    : ''
  for (const [table, column] of Object.entries(entryColumns)) {
    const local = `${localTable(table, connection.options)}${onCluster(connection.options)}`
    await connection.commandEverywhere(
      `ALTER TABLE ${local} DELETE WHERE ${condition(column)}${inBackground}`,
      {},
      connection.options.readTimeoutMs,
    )
  }
}
