import { factKinds } from '../../facts/kinds.ts'
import type { ClickhouseConnection } from './connection.ts'

/**
 * The highest entry that the journal has slices of; 0 for an empty journal.
 *
 * @param apartFrom accounts that do not count
 */
export async function highestEntry(
  connection: ClickhouseConnection,
  apartFrom: readonly number[] = [],
): Promise<number> {
  const which = apartFrom.length > 0 ? ` WHERE account NOT IN (${apartFrom.join(', ')})` : ''
  const tables = Object.values(factKinds).map(
    ({ tables }) => `SELECT max(since) AS last FROM ${tables.slices}${which}`,
  )
  const [row] = await connection.rows(`SELECT max(last) FROM (${tables.join(' UNION ALL ')})`)
  return Number(row![0])
}

/** Ids of accounts end here; secondary reports have those above. */
export const firstReportId = 2_000_000_000

/** The highest account and app that there were ever figures of; 0 for none. A compaction leaves only their changes. */
export async function highestIds(
  connection: ClickhouseConnection,
): Promise<{ readonly account: number; readonly app: number }> {
  const tables = Object.values(factKinds).flatMap(({ tables: { slices, changes } }) =>
    [slices, changes].map((table) => `SELECT account, app FROM ${table}`),
  )
  const [row] = await connection.rows(
    `SELECT maxIf(account, account < ${firstReportId}), max(app)
    FROM (${tables.join(' UNION ALL ')})`,
  )
  const [account, app] = row!.map(Number)
  return { account: account!, app: app! }
}
