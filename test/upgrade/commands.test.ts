import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DuckDBInstance } from '@duckdb/node-api'
import { describe, expect, test } from 'vitest'
import { adtally, expectOneClearLine } from '../cli/run-adtally.ts'
import { newStudio } from '../cli/studio.ts'

async function inDuckdb(path: string, ...statements: string[]): Promise<void> {
  const instance = await DuckDBInstance.create(path)
  const connection = await instance.connect()
  for (const statement of statements) await connection.run(statement)
  connection.closeSync()
  instance.closeSync()
}

function inSqlite(path: string, ...statements: string[]): void {
  const database = new DatabaseSync(path)
  for (const statement of statements) database.exec(statement)
  database.close()
}

describe.each<[string, string, (path: string) => Promise<void> | void, RegExp]>([
  [
    'figures of a newer Adtally',
    'figures.duckdb',
    (path) =>
      inDuckdb(
        path,
        'UPDATE database_identity SET schema_version = 9999',
        "COMMENT ON TABLE database_identity IS 'Adtally 9.9'",
      ),
    /figures\.duckdb was written by Adtally 9\.9 or later.* Nothing was changed\./,
  ],
  [
    'figures without an identity',
    'figures.duckdb',
    (path) => inDuckdb(path, 'DROP TABLE database_identity'),
    /figures\.duckdb is damaged/,
  ],
  [
    'accounts of a newer Adtally',
    'adtally.sqlite',
    (path) => inSqlite(path, "INSERT INTO kysely_migration VALUES ('9999-later', '2100-01-01')"),
    /adtally\.sqlite was written by a newer Adtally.*9999-later.* Nothing was changed\./,
  ],
  [
    'accounts without a list of migrations',
    'adtally.sqlite',
    (path) => inSqlite(path, 'DROP TABLE kysely_migration'),
    /adtally\.sqlite is damaged/,
  ],
])('a data directory with %s', (_what, file, change, message) => {
  test.each([[['accounts', 'list']], [['serve', '--port', '0']]])(
    'makes %j fail with one clear line, and its file does not change',
    async (args) => {
      const { directory, options } = await newStudio()
      const path = join(directory, file)
      await change(path)
      const before = await readFile(path)
      expect(expectOneClearLine(await adtally(args, options))).toMatch(message)
      expect((await readFile(path)).equals(before)).toBe(true)
    },
  )
})

test('migrate-store refuses newer stores like every command', async () => {
  for (const [file, change] of [
    [
      'figures.duckdb',
      (path: string) => inDuckdb(path, 'UPDATE database_identity SET schema_version = 9999'),
    ],
    [
      'adtally.sqlite',
      (path: string) =>
        inSqlite(path, "INSERT INTO kysely_migration VALUES ('9999-later', '2100-01-01')"),
    ],
  ] as const) {
    const { directory, options } = await newStudio()
    await change(join(directory, file))
    const to = ['--to', 'http://127.0.0.1:9', '--to', 'postgres://127.0.0.1:9/none']
    const line = expectOneClearLine(await adtally(['migrate-store', ...to], options))
    expect(line).toMatch(new RegExp(`${file} was written by`))
  }
})
