import { sql } from 'kysely'
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { openPostgres, type RelationalOptions } from '../../src/records/database.ts'
import { type RelationalMigration, relationalMigrations } from '../../src/records/migrate.ts'
import type { UpgradeProgress } from '../../src/storage/upgrades/migration.ts'
import { UnusableStoreError } from '../../src/values/unusable-store-error.ts'
import {
  listUnreleased,
  secondTable,
  thirdTable,
  upgradeLedger,
  upgradeLinks,
} from '../upgrade/relational-steps.ts'
import { sharePostgres } from './share-postgres.ts'

const postgres = sharePostgres()

const adding =
  (...added: RelationalMigration[]): typeof relationalMigrations =>
  (types) => [...relationalMigrations(types), ...added]
const both = adding(secondTable, thirdTable)

/** A database of this release, with an account. */
async function newDatabase(): Promise<string> {
  const url = await postgres().createDatabase()
  await upgrade(url, {})
  await run(
    url,
    "INSERT INTO accounts (id, username, currency, created_at) VALUES (1, 'studio', 'USD', '2026')",
  )
  return url
}

async function upgrade(url: string, options: RelationalOptions) {
  const progress: UpgradeProgress[] = []
  const database = await openPostgres(url, { onUpgrade: (one) => progress.push(one), ...options })
  await database.close()
  return progress
}

async function run(url: string, ...statements: string[]): Promise<unknown[][]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  let rows: unknown[][] = []
  for (const text of statements) rows = (await client.query({ text, rowMode: 'array' })).rows
  await client.end()
  return rows
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

const steps = 'SELECT version FROM steps ORDER BY version'
const tables = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
const had = 'SELECT name FROM kysely_migration ORDER BY name'

describe('an older database', () => {
  test('gets all migrations that it lacks, in order', async () => {
    const url = await newDatabase()
    const progress = await upgrade(url, { migrations: both })
    expect(
      progress.map(({ migration, position, share, copy }) => [migration, position, share, copy]),
    ).toEqual([
      ['0101-second', 1, 0, null],
      ['0101-second', 1, 1, null],
      ['0102-third', 2, 0, null],
      ['0102-third', 2, 1, null],
    ])
    expect(await run(url, steps)).toEqual([[101], [102]])
    expect(await upgrade(url, { migrations: both })).toEqual([])
  })

  test('does not change at all when one of its migrations fails', async () => {
    const url = await newDatabase()
    const before = [await run(url, tables), await run(url, had)]
    const failing = adding(secondTable, {
      name: '0102-third',
      up: async (db) => {
        await sql`SELECT no_such_column`.execute(db)
      },
    })
    expect(await refusalOf(upgrade(url, { migrations: failing }))).toContain('no_such_column')
    expect([await run(url, tables), await run(url, had)]).toEqual(before)
    await upgrade(url, { migrations: both })
    expect(await run(url, steps)).toEqual([[101], [102]])
  })

  test('may take longer for a migration than for any other statement', async () => {
    const url = await newDatabase()
    const slow: RelationalMigration = {
      name: '0101-second',
      up: async (db) => {
        await sql`SELECT pg_sleep(0.6)`.execute(db)
        await secondTable.up(db)
      },
    }
    await upgrade(url, { migrations: adding(slow), writeTimeoutMs: 300 })
    expect(await run(url, steps)).toEqual([[101]])
  })

  test('is upgraded once when several servers start together', async () => {
    const url = await newDatabase()
    await Promise.all([1, 2, 3].map(() => upgrade(url, { migrations: both })))
    expect(await run(url, steps)).toEqual([[101], [102]])
  })

  test('gets an irreversible migration only when it is allowed', async () => {
    const url = await newDatabase()
    const before = [await run(url, tables), await run(url, had)]
    const migrations = adding(secondTable, { ...thirdTable, isDestructive: true })
    const message = await refusalOf(upgrade(url, { migrations }))
    expect(message).toContain('ADTALLY_ALLOW_MIGRATION=0102-third')
    expect([await run(url, tables), await run(url, had)]).toEqual(before)
    await upgrade(url, { migrations, allowedMigrations: ['0102-third'] })
    expect(await run(url, steps)).toEqual([[101], [102]])
    // An irreversible migration of an empty database loses nothing.
    await upgrade(await postgres().createDatabase(), { migrations })
  })
})

test('a newer database is refused in one line that names its migration, and does not change', async () => {
  const url = await newDatabase()
  await upgrade(url, { migrations: both })
  const before = [await run(url, tables), await run(url, had)]
  const { host, pathname } = new URL(url)
  expect(await refusalOf(upgrade(url, {}))).toBe(
    `PostgreSQL database ${host}${pathname} was written by a newer Adtally: it has the migration 0101-second, which is not in this Adtally. Nothing was changed. Use that Adtally, or restore a copy from before the upgrade.`,
  )
  expect([await run(url, tables), await run(url, had)]).toEqual(before)
})

/** Changes of records were counted until then. */
const countChanges = [
  'CREATE TABLE record_changes (number bigint NOT NULL)',
  `CREATE FUNCTION count_record_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN UPDATE record_changes SET number = number + 1; RETURN NULL; END $$`,
  `CREATE CONSTRAINT TRIGGER count_accounts AFTER INSERT ON accounts DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION count_record_change()`,
]

describe('a database of a commit between releases', () => {
  test('needs only later migrations when it has all of the last such commit', async () => {
    const url = await newDatabase()
    await run(url, ...listUnreleased('0029-primary-sources'), ...countChanges)
    await Promise.all([1, 2, 3].map(() => upgrade(url, { migrations: both })))
    expect(await run(url, steps)).toEqual([[101], [102]])
    const left = "SELECT tgname FROM pg_trigger WHERE tgname LIKE 'count_%'"
    expect(await run(url, left)).toEqual([])
    expect(await run(url, 'SELECT username FROM accounts')).toEqual([['studio']])
  })

  test('is refused when it has only some of them', async () => {
    const url = await newDatabase()
    await run(url, ...listUnreleased('0023-links-of-accounts'))
    const before = [await run(url, tables), await run(url, had)]
    expect(await refusalOf(upgrade(url, {}))).toMatch(
      /: it has 1 of the 7 migrations that 0029-third-edition replaces\. .* with commit 6bb22a3e first/,
    )
    expect([await run(url, tables), await run(url, had)]).toEqual(before)
  })
})

test.each([
  ['without its list of migrations', 'DROP TABLE kysely_migration'],
  ['with an empty list of migrations', 'DELETE FROM kysely_migration'],
  ['with a gap in it', "DELETE FROM kysely_migration WHERE name LIKE '0003%'"],
  ['with other columns in that list', 'ALTER TABLE kysely_migration RENAME name TO n'],
  ['without its identity', 'DROP TABLE figure_state'],
  ['with two identities', "INSERT INTO figure_state VALUES ('another')"],
  ['without the state of its apps', 'DELETE FROM catalogue_state'],
])('a database %s is refused', async (_what, statement) => {
  const url = await newDatabase()
  await run(url, statement)
  const message = await refusalOf(upgrade(url, {}))
  expect(message).toContain('is damaged, or Adtally did not write it')
  expect(message).toContain(new URL(url).pathname)
  expect(await run(url, 'SELECT username FROM accounts')).toEqual([['studio']])
})

test('the last entry of an older ledger counts for every account', async () => {
  const url = await postgres().createDatabase()
  const states = await upgradeLedger((options) => openPostgres(url, options))
  expect(states).toEqual([
    [2, 2, 2],
    [3, 2, 2],
  ])
})

test('older links belong to the accounts of their apps, which share no ids', async () => {
  const url = await postgres().createDatabase()
  expect(await upgradeLinks((options) => openPostgres(url, options))).toEqual([
    ['id-1 app-1'],
    ['id-1 app-2', 'id-2 app-2'],
  ])
})
