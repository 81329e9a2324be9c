import { DuckDBInstance } from '@duckdb/node-api'
import type { ImportSite } from './import-site.ts'

/** Closes the site and reads its data file. Each row becomes a line of its values. */
export async function readDataFile(site: ImportSite, queries: readonly string[]) {
  const found = await withDataFile(site, queries)
  return found.map((rows) => rows.map((row) => row.map(String).join(' ')))
}

/** Closes the site and runs queries on its data file. @returns the rows of each */
export async function withDataFile(site: ImportSite, queries: readonly string[]) {
  await site.close()
  const instance = await DuckDBInstance.create(site.directory.figures)
  const connection = await instance.connect()
  try {
    const found: unknown[][][] = []
    for (const query of queries) {
      found.push((await connection.runAndReadAll(query)).getRows())
    }
    return found
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}
