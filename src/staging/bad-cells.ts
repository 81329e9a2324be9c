import type { DuckDBConnection } from '@duckdb/node-api'
import type { FoundCell } from './check-rows.ts'
import { rowsOf } from './scratch-tables.ts'

/** Whether a bad cell is one of an app that does not exist. */
const isUnknownApp = `column_name = 'app_id' AND value IS NOT NULL`

/** An unknown app, where it is first, and how many rows it has. */
export interface FoundApp {
  readonly appId: string
  readonly file: number
  readonly line: number
  readonly rows: number
}

/** The first unknown apps, and the rows of all. */
export interface UnknownApps {
  readonly first: readonly FoundApp[]
  readonly rowCount: number
}

/**
 * The cells in the scratch table `bad_cells`, sorted by file and line.
 *
 * @param limit all when absent
 */
export async function findBadCells(
  scratch: DuckDBConnection,
  limit?: number,
  which?: 'except unknown apps',
): Promise<FoundCell[]> {
  const rows = await rowsOf(
    scratch,
    `SELECT file, line, column_name, value, accepts, same_file, same_line FROM bad_cells
    ${which ? `WHERE NOT (${isUnknownApp})` : ''}
    ORDER BY file, line, column_order${limit === undefined ? '' : ` LIMIT ${limit}`}`,
  )
  return rows.map(([file, line, column, value, accepts, sameFile, sameLine]) => ({
    file: Number(file),
    line: Number(line),
    column: String(column),
    value: value as string | null,
    ...(accepts !== null && { accepts: String(accepts) }),
    ...(sameLine !== null && { sameAs: { file: Number(sameFile), line: Number(sameLine) } }),
  }))
}

/** The unknown apps in the scratch table `bad_cells`, by where they are first. */
export async function findUnknownApps(
  scratch: DuckDBConnection,
  limit: number,
): Promise<UnknownApps> {
  const rows = await rowsOf(
    scratch,
    `SELECT value, file, line, row_count, sum(row_count) OVER () FROM (
      SELECT value, file, line, count(*) OVER (PARTITION BY value) AS row_count
      FROM bad_cells WHERE ${isUnknownApp}
      QUALIFY row_number() OVER (PARTITION BY value ORDER BY file, line) = 1
    ) ORDER BY file, line LIMIT ${limit}`,
  )
  const first = rows.map(([appId, file, line, count]) => ({
    appId: String(appId),
    file: Number(file),
    line: Number(line),
    rows: Number(count),
  }))
  return { first, rowCount: Number(rows[0]?.[4] ?? 0) }
}
