import type { DuckDBConnection } from '@duckdb/node-api'
import { type FactKind, microsOf } from '../facts/fact-kind.ts'
import { viewedRowsOf } from './next-figures.ts'
import { isFileFault } from './scan-file.ts'
import { rowsOf } from './scratch-tables.ts'
import { StagingNeeded } from './view-files.ts'

/**
 * Makes `next_figures` of viewed files, as a view of `viewed_figures`. Rows are narrow, because sorting
 * them takes the most memory of an import.
 *
 * @param columns those that a file has
 * @param rowCount the rows that the files have
 * @throws StagingNeeded when a number is not accepted, when keys are repeated, or when the files changed
 *   since their names were read
 */
export async function makeViewedFigures(
  scratch: DuckDBConnection,
  kind: FactKind,
  columns: ReadonlySet<string>,
  rowCount: number,
): Promise<void> {
  const { rowKey, countNames } = kind
  const { rows: viewed, order } = viewedRowsOf(kind)
  const micros = kind.moneyNames.map(microsOf)
  const counts = countNames.filter((count) => columns.has(count))
  const narrow = counts.map((count) => `CAST(${count} AS INTEGER) AS ${count}`)
  const sorted = `CREATE OR REPLACE TEMP TABLE viewed_figures AS
    SELECT ${[rowKey, ...narrow, ...micros].join(', ')} FROM (${viewed})
    ORDER BY ${order}`
  await scratch.run(sorted).catch((error: Error) => {
    throw isFileFault(error) ? new StagingNeeded() : error
  })
  const wide = countNames.map(
    (count) => `CAST(${counts.includes(count) ? count : 'NULL'} AS BIGINT) AS ${count}`,
  )
  await scratch.run(`CREATE OR REPLACE TEMP VIEW next_figures AS
    SELECT ${[rowKey, ...wide, ...micros].join(', ')} FROM viewed_figures`)
  const isSame = rowKey
    .split(', ')
    .map((column) => `${column} = lag(${column}) OVER ()`)
    .join(' AND ')
  // Rows with the same key are neighbours.
  const [found] = await rowsOf(
    scratch,
    `SELECT count(*) FILTER (is_same), count(*) FROM (SELECT ${isSame} AS is_same FROM viewed_figures)`,
  )
  const [repeated, rows] = found!.map(Number)
  if (repeated! > 0 || rows !== rowCount) throw new StagingNeeded()
}
