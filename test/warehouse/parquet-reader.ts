import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { FakeS3 } from '../fixtures/fake-s3.ts'

interface ReadManifest {
  readonly entry: number
  readonly files: readonly {
    readonly table: string
    readonly path: string
    readonly rows: number
  }[]
  readonly dropped: readonly { readonly path: string }[]
}

/** The manifest of an account's copy; null without one. */
export function manifestIn(folder: string, account: string): ReadManifest | null {
  const path = join(folder, account, 'manifest.json')
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as ReadManifest) : null
}

/** Asks the copies in a folder as DuckDB sees them: a view for each table, of the files that manifests list. @param before runs first */
export async function askParquet(
  folder: string,
  sql: string,
  before = 'SELECT 1',
): Promise<unknown[][]> {
  const instance = await DuckDBInstance.create()
  const connection = await instance.connect()
  try {
    const files = readdirSync(folder, { withFileTypes: true })
      .filter((one) => one.isDirectory())
      .flatMap(({ name }) =>
        (manifestIn(folder, name)?.files ?? []).map(
          ({ table, path }) => [table, join(folder, name, path)] as const,
        ),
      )
    for (const [table, paths] of Map.groupBy(files, ([table]) => table)) {
      const list = paths.map(([, path]) => `'${path}'`).join(', ')
      await connection.run(
        `CREATE VIEW ${table} AS SELECT * FROM read_parquet([${list}], union_by_name = true)`,
      )
    }
    await connection.run(before)
    return (await connection.runAndReadAll(sql)).getRowsJson() as unknown[][]
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

/** Writes the objects of a folder in a storage into files. */
export function dumpObjects({ objects }: FakeS3, prefix: string, folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const [key, bytes] of objects) {
    if (!key.startsWith(prefix)) continue
    const path = join(folder, key.slice(prefix.length))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, bytes)
  }
}
