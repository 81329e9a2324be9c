import { readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { openSqlite } from '../../src/records/database.ts'
import { sqliteColumns } from '../../src/records/engine.ts'
import { relationalMigrations } from '../../src/records/migrate.ts'
import { openSourceSqlite } from '../../src/records/source-sqlite.ts'
import { killHanging } from '../fixtures/kill-hanging.ts'
import { newFolder } from '../fixtures/new-folder.ts'
import { hashesOf } from './folder.ts'
import { type RelationalEngine, relationalUpgradeCases, storesOf } from './relational-cases.ts'
import { listUnreleased, withBoth } from './relational-steps.ts'
import { refusalOf } from './unusable.ts'

async function run(path: string, ...statements: string[]): Promise<unknown[][]> {
  const database = new DatabaseSync(path)
  try {
    const rows = statements.map((statement) => database.prepare(statement).all())
    return rows.at(-1)!.map((row) => Object.values(row))
  } finally {
    database.close()
  }
}

const engine: RelationalEngine = {
  newPlace: async () => join(await newFolder(), 'adtally.sqlite'),
  open: openSqlite,
  run,
  stateOf: (path) => hashesOf(dirname(path)),
  nameOf: (path) => path,
  countChanges: [
    'CREATE TABLE record_changes (number integer NOT NULL)',
    `CREATE TRIGGER count_accounts_insert AFTER INSERT ON accounts
      BEGIN UPDATE record_changes SET number = number + 1; END`,
  ],
  counters: "SELECT name FROM sqlite_master WHERE type = 'trigger' OR name = 'record_changes'",
}
const { newStore, upgrade, stepsOf } = storesOf(engine)

relationalUpgradeCases(engine)

test('an upgraded file has a copy from before, which opens as before', async () => {
  const path = await newStore()
  await upgrade(path, { migrations: withBoth })
  const copy = `${path}.before-0101`
  expect(await readdir(dirname(path))).toEqual(['adtally.sqlite', 'adtally.sqlite.before-0101'])
  expect(await run(copy, 'SELECT username FROM accounts')).toEqual([['studio']])
  expect(await upgrade(copy)).toEqual([])
})

test('a file does not change when the process is killed in a migration', async () => {
  const path = await newStore()
  await killHanging(join(import.meta.dirname, 'hang-in-upgrade.ts'), 'relational', path)
  await expect(stepsOf(path)).rejects.toThrow('no such table: steps')
  await upgrade(path, { migrations: withBoth })
  expect(await stepsOf(path)).toEqual([[101], [102]])
})

describe('a file that may only be read is refused, and does not change,', () => {
  test('when it is of an earlier release', async () => {
    const path = await newStore()
    await run(path, "DELETE FROM kysely_migration WHERE name = '0006-figure-entries'")
    const before = await hashesOf(dirname(path))
    expect(await refusalOf(openSourceSqlite(path))).toContain('of an earlier release')
    expect(await hashesOf(dirname(path))).toEqual(before)
  })

  test.each([
    ['newer', ["INSERT INTO kysely_migration VALUES ('0101-second', '2026')"]],
    ['of a commit between releases', listUnreleased('0012-users')],
  ])('when it is %s, as one that may be written', async (_what, statements) => {
    const path = await newStore()
    await run(path, ...statements)
    const before = await hashesOf(dirname(path))
    expect(await refusalOf(openSourceSqlite(path))).toBe(await refusalOf(upgrade(path)))
    expect(await hashesOf(dirname(path))).toEqual(before)
  })
})

test('a file that is not a database is refused', async () => {
  const path = await engine.newPlace()
  await writeFile(path, 'not a database, but text that is long enough to be taken for one')
  expect(await refusalOf(upgrade(path))).toBe(`${path} cannot be used: file is not a database`)
})

test('migrations are numbered without gaps but for those that were put together, and named like their files', async () => {
  const folder = new URL('../../src/records/migrations/', import.meta.url)
  const all = relationalMigrations(sqliteColumns)
  const files = (await readdir(folder)).filter((name) => /^\d/.test(name)).sort()
  expect(files).toEqual(all.map(({ name }) => `${name}.ts`))
  const numbered = all.flatMap(({ name, replaces = [name] }) => replaces)
  expect(numbered.map((name) => Number(name.slice(0, 4)))).toEqual(
    numbered.map((_, index) => 1 + index),
  )
})
