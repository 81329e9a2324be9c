import type { ClickhouseConnection } from '../../storage/clickhouse/connection.ts'
import { entryColumns, localTable, onCluster } from '../../storage/clickhouse/schema.ts'
import { UnusableStoreError } from '../../values/unusable-store-error.ts'

/** The highest entry with rows in the journal; 0 when it is empty. */
export async function highestJournalEntry(clickhouse: ClickhouseConnection): Promise<number> {
  const highest = Object.entries(entryColumns).map(
    ([table, column]) => `(SELECT max(${column}) FROM ${table})`,
  )
  const [row] = await clickhouse.rows(`SELECT greatest(${highest.join(', ')})`)
  return Number(row![0])
}

/**
 * Deletes the rows of an entry that was never committed, because a copied entry reuses its id. Stops
 * inserts that are still running.
 *
 * @throws UnusableStoreError when rows are left
 */
export async function dropLeftover(clickhouse: ClickhouseConnection, entry: number): Promise<void> {
  const { options } = clickhouse
  const inDatabase = `current_database = '${options.database}'
    OR match(query, '\\\\b${options.database}\`?[.]')`
  await clickhouse.commandEverywhere(
    `KILL QUERY WHERE query_kind = 'Insert' AND (${inDatabase}) SYNC`,
  )
  for (const [table, column] of Object.entries(entryColumns)) {
    await clickhouse.commandEverywhere(
      `ALTER TABLE ${localTable(table, options)}${onCluster(options)}
      DELETE WHERE ${column} = ${entry} SETTINGS mutations_sync = 2`,
    )
  }
  if ((await highestJournalEntry(clickhouse)) < entry) return
  throw new UnusableStoreError(
    `Rows of an interrupted run could not be deleted from ${options.database}. Run the command again in a minute.`,
  )
}
