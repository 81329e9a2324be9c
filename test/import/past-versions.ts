import { DuckDBInstance } from '@duckdb/node-api'
import type { ImportSite } from './import-site.ts'

/** Closes the site and reads its data file. Each row becomes a line of its values. */
export async function readDataFile(site: ImportSite, queries: readonly string[]) {
  await site.close()
  const instance = await DuckDBInstance.create(site.directory.figures)
  const connection = await instance.connect()
  try {
    const found: string[][] = []
    for (const query of queries) {
      const reader = await connection.runAndReadAll(query)
      found.push(reader.getRows().map((row) => row.map(String).join(' ')))
    }
    return found
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}
