import type { DuckDBConnection } from '@duckdb/node-api'
import { figureKey } from '../ledger/figure-keys.ts'
import { figureCounts, placedFiguresByMonth } from './columns.ts'
import { unconverted } from './next-figures.ts'
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
  columns: ReadonlySet<string>,
  rowCount: number,
): Promise<void> {
  const counts = figureCounts.filter((count) => columns.has(count))
  const narrow = counts.map((count) => `CAST(${count} AS INTEGER) AS ${count}`)
  const sorted = `CREATE OR REPLACE TEMP TABLE viewed_figures AS
    SELECT ${[figureKey, ...narrow].join(', ')}, revenue_micros FROM (${unconverted})
    ORDER BY ${placedFiguresByMonth}`
  await scratch.run(sorted).catch((error: Error) => {
    throw isFileFault(error) ? new StagingNeeded() : error
  })
  const wide = figureCounts.map(
    (count) => `CAST(${counts.includes(count) ? count : 'NULL'} AS BIGINT) AS ${count}`,
  )
  await scratch.run(`CREATE OR REPLACE TEMP VIEW next_figures AS
    SELECT ${figureKey}, ${wide.join(', ')}, revenue_micros FROM viewed_figures`)
  const isSame = figureKey
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
