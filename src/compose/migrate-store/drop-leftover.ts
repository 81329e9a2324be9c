import type { ClickhouseConnection } from '../../storage/clickhouse/connection.ts'
import { entryColumns, localTable, onCluster } from '../../storage/clickhouse/schema.ts'
import { UnusableStoreError } from '../../values/unusable-store-error.ts'

/** The highest entry that the journal has rows of; 0 when it is empty. */
export async function highestEntry(clickhouse: ClickhouseConnection): Promise<number> {
  const highest = Object.entries(entryColumns).map(
    ([table, column]) => `(SELECT max(${column}) FROM ${table})`,
  )
  const [row] = await clickhouse.rows(`SELECT greatest(${highest.join(', ')})`)
  return Number(row![0])
}

/**
 * Drops the rows of an entry that was never committed, so that its id can be used again: other than
 * an import's, the id is given. Nodes that are still taking in rows of it stop first.
 *
 * @throws UnusableStoreError when rows are left all the same
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
  if ((await highestEntry(clickhouse)) < entry) return
  throw new UnusableStoreError(
    `Rows that a run which broke off left in ${options.database} could not be dropped; repeat this in a minute.`,
  )
}
