import { DuckDBInstance } from '@duckdb/node-api'
import { dataDirectory } from '../../src/config/data-directory.ts'

/**
 * Reads every stored row of a data directory as lines of text, without Adtally. No process may have
 * the directory open.
 */
export async function readFigures(directory: string): Promise<string[]> {
  const instance = await DuckDBInstance.create(dataDirectory(directory).figures)
  const connection = await instance.connect()
  try {
    const label = (kind: string, column: string) =>
      `(SELECT name FROM account_labels AS label
        WHERE label.account = figures.account AND kind = '${kind}' AND code = ${column})`
    const reader = await connection.runAndReadAll(
      `SELECT concat_ws(' ', day, app, ${label('network', 'network')}, ${label('format', 'format')},
        country, ${label('ad_tag', 'ad_tag')}, impressions, coalesce(clicks, -1),
        coalesce(installs, -1), revenue_micros) FROM figures ORDER BY 1`,
    )
    return reader.getRows().map(([line]) => String(line))
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}
