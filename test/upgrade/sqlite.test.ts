import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { openSqlite, type RelationalOptions } from '../../src/records/database.ts'
import { sqliteColumns } from '../../src/records/engine.ts'
import { relationalMigrations } from '../../src/records/migrate.ts'
import { openSourceSqlite } from '../../src/records/source-sqlite.ts'
import type { UpgradeProgress } from '../../src/storage/upgrades/migration.ts'
import { UnusableStoreError } from '../../src/values/unusable-store-error.ts'
import { hashesOf, newFolder } from './folder.ts'
import {
  listUnreleased,
  secondTable,
  thirdTable,
  upgradeLedger,
  upgradeLinks,
} from './relational-steps.ts'

const both: typeof relationalMigrations = (types) => [
  ...relationalMigrations(types),
  secondTable,
  thirdTable,
]

/** A file of this release, with an account. */
async function newFile(): Promise<{ folder: string; path: string }> {
  const folder = await newFolder()
  const path = join(folder, 'adtally.sqlite')
  await upgrade(path, {})
  run(
    path,
    "INSERT INTO accounts (id, username, currency, created_at) VALUES (1, 'studio', 'USD', '2026')",
  )
  return { folder, path }
}

function run(path: string, ...statements: string[]) {
  const database = new DatabaseSync(path)
  const rows = statements.map((statement) => database.prepare(statement).all())
  database.close()
  return rows.at(-1)!.map((row) => Object.values(row))
}

async function upgrade(path: string, options: RelationalOptions) {
  const steps: UpgradeProgress[] = []
  const database = await openSqlite(path, { onUpgrade: (one) => steps.push(one), ...options })
  await database.close()
  return steps
}

const refusalOf = async (opening: Promise<unknown>): Promise<string> => {
  const error = await opening.then(
    () => expect.fail('opened'),
    (thrown: Error) => thrown,
  )
  expect(error).toBeInstanceOf(UnusableStoreError)
  expect(error.message).not.toContain('\n')
  return error.message
}

describe('an older file', () => {
  test('the last entry of an older ledger counts for every account', async () => {
    const path = join(await newFolder(), 'adtally.sqlite')
    const states = await upgradeLedger((options) => openSqlite(path, options))
    expect(states).toEqual([
      [2, 2, 2],
      [3, 2, 2],
    ])
  })

  test('older links belong to the accounts of their apps, which share no ids', async () => {
    const path = join(await newFolder(), 'adtally.sqlite')
    expect(await upgradeLinks((options) => openSqlite(path, options))).toEqual([
      ['id-1 app-1'],
      ['id-1 app-2', 'id-2 app-2'],
    ])
  })

  test('gets all migrations that it lacks, in order, and keeps a copy from before', async () => {
    const { folder, path } = await newFile()
    const steps = await upgrade(path, { migrations: both })
    expect(steps.map(({ migration, position, share }) => [migration, position, share])).toEqual([
      ['0101-second', 1, 0],
      ['0101-second', 1, 1],
      ['0102-third', 2, 0],
      ['0102-third', 2, 1],
    ])
    expect(run(path, 'SELECT version FROM steps')).toEqual([[101], [102]])
    const copy = `${path}.before-0101`
    expect(await readdir(folder)).toEqual(['adtally.sqlite', 'adtally.sqlite.before-0101'])
    expect(run(copy, 'SELECT username FROM accounts')).toEqual([['studio']])
    expect(await upgrade(copy, {})).toEqual([])
    expect(await upgrade(path, { migrations: both })).toEqual([])
  })

  test('does not change at all when one of its migrations fails', async () => {
    const { path } = await newFile()
    const failing: typeof relationalMigrations = (types) => [
      ...relationalMigrations(types),
      secondTable,
      {
        name: '0102-third',
        up: async () => {
          throw new Error('out of luck')
        },
      },
    ]
    expect(await refusalOf(upgrade(path, { migrations: failing }))).toContain('out of luck')
    expect(run(path, "SELECT name FROM sqlite_master WHERE name = 'steps'")).toEqual([])
    expect(await upgrade(path, {})).toEqual([])
    await upgrade(path, { migrations: both })
    expect(run(path, 'SELECT version FROM steps')).toEqual([[101], [102]])
  })

  test('does not change when the process is killed in a migration', async () => {
    const { path } = await newFile()
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, 'hang-in-upgrade.ts'), 'relational', path],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const [said] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
    expect(String(said)).toBe('hanging\n')
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(run(path, "SELECT name FROM sqlite_master WHERE name = 'steps'")).toEqual([])
    await upgrade(path, { migrations: both })
    expect(run(path, 'SELECT version FROM steps')).toEqual([[101], [102]])
  })

  test('is refused when it may only be read', async () => {
    const { folder, path } = await newFile()
    run(path, "DELETE FROM kysely_migration WHERE name = '0006-figure-entries'")
    const before = await hashesOf(folder)
    expect(await refusalOf(openSourceSqlite(path))).toContain('of an earlier release')
    expect(await hashesOf(folder)).toEqual(before)
  })
})

test('a newer file is refused in one line that names its migration, and does not change', async () => {
  const { folder, path } = await newFile()
  await upgrade(path, { migrations: both })
  const before = await hashesOf(folder)
  const line = `${path} was written by a newer Adtally: it has the migration 0101-second, which is not in this Adtally. Nothing was changed. Use that Adtally, or restore a copy from before the upgrade.`
  expect(await refusalOf(upgrade(path, {}))).toBe(line)
  expect(await refusalOf(openSourceSqlite(path))).toBe(line)
  expect(await hashesOf(folder)).toEqual(before)
})

/** Changes of records were counted until then. */
const countChanges = [
  'CREATE TABLE record_changes (number integer NOT NULL)',
  `CREATE TRIGGER count_accounts_insert AFTER INSERT ON accounts
    BEGIN UPDATE record_changes SET number = number + 1; END`,
]

describe('a file of a commit between releases', () => {
  test('needs only later migrations when it has all of the last such commit', async () => {
    const { path } = await newFile()
    run(path, ...listUnreleased('0029-primary-sources'), ...countChanges)
    const steps = await upgrade(path, { migrations: both })
    expect(steps.filter(({ share }) => share === 1).map(({ migration }) => migration)).toEqual([
      ...['0030-plain-reads', '0101-second', '0102-third'],
    ])
    const left = "SELECT name FROM sqlite_master WHERE type = 'trigger' OR name = 'record_changes'"
    expect(run(path, left)).toEqual([])
    await upgrade(path, { migrations: both })
    expect(run(path, 'SELECT username FROM accounts')).toEqual([['studio']])
  })

  test.each([
    ['0012-users', '6 of the 16 migrations that 0022-second-edition replaces'],
    ['0028-setup-links', '6 of the 7 migrations that 0029-third-edition replaces'],
  ])(
    'is refused when it ends with %s, in one line that names the commit to upgrade it with',
    async (last, why) => {
      const { folder, path } = await newFile()
      run(path, ...listUnreleased(last))
      const before = await hashesOf(folder)
      const line = `${path} was written by a commit between releases: it has ${why}. Nothing was changed. Upgrade it with commit 6bb22a3e first: git checkout 6bb22a3e && npm ci && npm run -s adtally -- upgrade`
      expect(await refusalOf(upgrade(path, {}))).toBe(line)
      expect(await refusalOf(openSourceSqlite(path))).toBe(line)
      expect(await hashesOf(folder)).toEqual(before)
    },
  )
})

describe('a file that is damaged or not from Adtally', () => {
  test.each([
    ['without its list of migrations', ['DROP TABLE kysely_migration']],
    ['with an empty list of migrations', ['DELETE FROM kysely_migration']],
    ['with a gap in it', ["DELETE FROM kysely_migration WHERE name LIKE '0003%'"]],
    ['with other columns in that list', ['ALTER TABLE kysely_migration RENAME name TO n']],
    ['without its identity', ['DROP TABLE figure_state']],
    ['with two identities', ["INSERT INTO figure_state VALUES ('another')"]],
    ['without the state of its apps', ['DELETE FROM catalogue_state']],
  ])('%s is refused', async (_what, statements) => {
    const { path } = await newFile()
    run(path, ...statements)
    expect(await refusalOf(upgrade(path, {}))).toContain('is damaged, or Adtally did not write it')
    expect(run(path, 'SELECT username FROM accounts')).toEqual([['studio']])
  })

  test('is refused when it is not a database', async () => {
    const path = join(await newFolder(), 'adtally.sqlite')
    await writeFile(path, 'not a database, but text that is long enough to be taken for one')
    expect(await refusalOf(upgrade(path, {}))).toBe(
      `${path} cannot be used: file is not a database`,
    )
  })
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
