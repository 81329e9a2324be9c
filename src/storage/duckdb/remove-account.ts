import { factKinds, moneyKinds } from '../../facts/kinds.ts'
import type { DuckdbDatabase } from './database.ts'
import { DuckdbLedgerEntries } from './duckdb-ledger-entries.ts'

const tables = [
  ...Object.values(factKinds).flatMap(({ tables: { rows, slices, changes } }) => [
    ...[rows, `past_${rows}`, slices, `past_${slices}`, changes],
  ]),
  ...moneyKinds.map(({ tables }) => tables.originals),
]

const sliceEntries = Object.values(factKinds).flatMap(({ tables: { slices } }) => [
  `SELECT since AS entry FROM ${slices}`,
  `SELECT unnest([since, until]) FROM past_${slices}`,
])

/**
 * See {@link SliceStore.removeAccount}. Names of secondary reports stay, because their ids are never
 * used again.
 */
export async function removeAccount(database: DuckdbDatabase, accountId: number): Promise<void> {
  const reports = await new DuckdbLedgerEntries(database).secondaryReports()
  const own = reports.filter((report) => report.accountId === accountId)
  const ids = [accountId, ...own.map(({ reportId }) => reportId)]
  const accounts = ids.join(', ')
  await database.withConnection((connection) =>
    database.transaction(connection, async () => {
      for (const table of [...tables, 'account_labels']) {
        await connection.run(`DELETE FROM ${table} WHERE account IN (${accounts})`)
      }
      // A copy in ClickHouse has to have rows of the last entry that counts any.
      await connection.run(
        `UPDATE imports SET row_count = 0, slice_count = 0 WHERE id > (
          SELECT coalesce(max(entry), 0) FROM (
            ${sliceEntries.join(' UNION ALL ')}
          )
        )`,
      )
    }),
  )
  database.forget(ids)
}
