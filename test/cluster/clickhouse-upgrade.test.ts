import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ClickhouseConnection } from '../../src/storage/clickhouse/connection.ts'
import { type ClickhouseUpgrade, ensureSchema } from '../../src/storage/clickhouse/migrate.ts'
import { clickhouseMigrations } from '../../src/storage/clickhouse/migrations/all-migrations.ts'
import { localTable } from '../../src/storage/clickhouse/schema.ts'
import {
  type StoreMigration,
  type UpgradeProgress,
  versionOf,
} from '../../src/storage/upgrades/migration.ts'
import { killHanging } from '../fixtures/kill-hanging.ts'
import { refusalOf } from '../upgrade/unusable.ts'
import { addLaterColumn, countSteps } from './clickhouse-steps.ts'
import { shareClickhouse } from './share-clickhouse.ts'

type ClickhouseMigration = StoreMigration<ClickhouseConnection>

const newest = versionOf(clickhouseMigrations.at(-1)!)
const both = [...clickhouseMigrations, addLaterColumn, countSteps]

describe.each([
  ['one node', 1],
  ['two shards', 2],
] as const)('tables on %s', (_title, shards) => {
  const clickhouse = shareClickhouse(shards)

  function newConnection(options = clickhouse.newDatabase()): ClickhouseConnection {
    const connection = new ClickhouseConnection(options)
    onTestFinished(() => connection.close())
    return connection
  }

  /** Tables of this release, with a slice. */
  async function newTables(): Promise<ClickhouseConnection> {
    const connection = newConnection()
    await ensureSchema(connection, 'ours')
    await connection.commandEverywhere(
      `INSERT INTO ${localTable('slices', connection.options)} (day, app, sign) VALUES ('2026-03-01', 7, 1)`,
    )
    return connection
  }

  async function upgrade(connection: ClickhouseConnection, options: ClickhouseUpgrade = {}) {
    const steps: UpgradeProgress[] = []
    await ensureSchema(connection, 'ours', { onUpgrade: (one) => steps.push(one), ...options })
    return steps
  }

  /** The result of a query on each node. */
  const everywhere = (connection: ClickhouseConnection, query: string) =>
    Promise.all(connection.options.urls.map((_, node) => connection.rowsOf(node, query)))

  const onEach = (rows: unknown[][]) => Array.from({ length: shards }, () => rows)

  const versions = 'SELECT version, ledger FROM adtally_schema ORDER BY version'

  const tablesOf = (connection: ClickhouseConnection) =>
    everywhere(
      connection,
      'SELECT name, create_table_query, total_rows FROM system.tables WHERE database = currentDatabase() ORDER BY name',
    )

  test('get all migrations that they lack, in order, on every node', async () => {
    const connection = await newTables()
    const steps = await upgrade(connection, { migrations: both })
    expect(steps.map(({ migration, position, share }) => [migration, position, share])).toEqual([
      ['0101-later-column', 1, 0],
      ['0101-later-column', 1, 1],
      ['0102-steps', 2, 0],
      ['0102-steps', 2, 0.5],
      ['0102-steps', 2, 1],
    ])
    expect(await everywhere(connection, versions)).toEqual(
      onEach([
        // New tables get the newest version at once.
        [newest, 'ours'],
        [101, 'ours'],
        [102, 'ours'],
      ]),
    )
    expect(await everywhere(connection, 'SELECT count() FROM steps')).toEqual(onEach([['1']]))
    const read = await connection.rows('SELECT app, later_column FROM slices')
    expect(read).toEqual(Array.from({ length: shards }, () => [7, 1]))
    expect(await upgrade(connection, { migrations: both })).toEqual([])
  })

  test('without a release, like those of 0.1, are also upgraded', async () => {
    const connection = await newTables()
    await connection.commandEverywhere("ALTER TABLE adtally_schema MODIFY COMMENT ''")
    await upgrade(connection, { migrations: both })
    expect(await everywhere(connection, 'SELECT max(version) FROM adtally_schema')).toEqual(
      onEach([[102]]),
    )
  })

  test('repeat an interrupted migration, but no completed one', async () => {
    const connection = await newTables()
    let runs = 0
    const counted: ClickhouseMigration = {
      ...addLaterColumn,
      up: async (...given) => {
        runs++
        await addLaterColumn.up(...given)
      },
    }
    const breaking: ClickhouseMigration = {
      ...countSteps,
      up: async (target) => {
        await target.commandEverywhere('CREATE TABLE steps (n UInt8) ENGINE = MergeTree ORDER BY n')
        await target.commandEverywhere('SELECT no_such_column')
      },
    }
    const migrations = [...clickhouseMigrations, counted, breaking]
    expect(await refusalOf(upgrade(connection, { migrations }))).toContain('0102-steps failed')
    expect(await everywhere(connection, 'SELECT max(version) FROM adtally_schema')).toEqual(
      onEach([[101]]),
    )
    await upgrade(connection, { migrations: [...clickhouseMigrations, counted, countSteps] })
    expect(runs).toBe(1)
    expect(await everywhere(connection, 'SELECT count() FROM steps')).toEqual(onEach([['1']]))
  })

  test('repeat a migration whose process was killed', async () => {
    const connection = await newTables()
    const script = join(import.meta.dirname, 'hang-in-upgrade.ts')
    await killHanging(script, JSON.stringify(connection.options))
    expect(await everywhere(connection, 'SELECT max(version) FROM adtally_schema')).toEqual(
      onEach([[101]]),
    )
    await upgrade(connection, { migrations: both })
    expect(await everywhere(connection, 'SELECT count() FROM steps')).toEqual(onEach([['1']]))
    expect(await upgrade(connection, { migrations: both })).toEqual([])
  })

  test('are upgraded once when several processes start together', async () => {
    const first = await newTables()
    const second = newConnection(first.options)
    let queue = Promise.resolve()
    const exclusively = (work: () => Promise<void>) => {
      queue = queue.then(work)
      return queue
    }
    const options = { migrations: both, exclusively }
    const steps = await Promise.all([upgrade(first, options), upgrade(second, options)])
    expect(steps.map((one) => one.length).sort()).toEqual([0, 5])
  })

  test('get the version on a node that an upgrade did not reach', async () => {
    const connection = await newTables()
    await upgrade(connection, { migrations: both })
    const [last] = connection.options.urls.slice(-1)
    const one = newConnection({ ...connection.options, urls: [last!] })
    await one.commandEverywhere(
      'ALTER TABLE adtally_schema DELETE WHERE version = 102 SETTINGS mutations_sync = 2',
    )
    await upgrade(connection, { migrations: both })
    expect(await everywhere(connection, 'SELECT max(version) FROM adtally_schema')).toEqual(
      onEach([[102]]),
    )
  })

  test('get an irreversible migration only when it is allowed', async () => {
    const connection = await newTables()
    const destructive = { ...countSteps, isDestructive: true } as const
    const migrations = [...clickhouseMigrations, addLaterColumn, destructive]
    const before = await tablesOf(connection)
    const message = await refusalOf(upgrade(connection, { migrations }))
    expect(message).toContain('ADTALLY_ALLOW_MIGRATION=0102-steps')
    expect(await tablesOf(connection)).toEqual(before)
    await upgrade(connection, { migrations, allowedMigrations: ['0102-steps'] })
    expect(await everywhere(connection, 'SELECT count() FROM steps')).toEqual(onEach([['1']]))
    // An irreversible migration of empty tables loses nothing.
    await upgrade(newConnection(), { migrations })
  })

  test('of a commit between releases are refused, and do not change', async () => {
    const connection = await newTables()
    await connection.commandEverywhere('TRUNCATE TABLE adtally_schema')
    await connection.commandEverywhere("INSERT INTO adtally_schema VALUES (3, 'ours')")
    const before = await tablesOf(connection)
    expect(await refusalOf(upgrade(connection))).toMatch(
      /: its tables have version 3\. .* with commit 6bb22a3e first/,
    )
    expect(await tablesOf(connection)).toEqual(before)
  })

  test('of a newer release are refused in one line, and do not change', async () => {
    const connection = await newTables()
    await upgrade(connection, { migrations: both })
    await connection.commandEverywhere(
      `RENAME TABLE ${localTable('changes', connection.options)} TO of_a_newer_release`,
    )
    const before = await tablesOf(connection)
    expect(await refusalOf(upgrade(connection))).toBe(
      `ClickHouse database ${connection.options.database} was written by Adtally 99.2 or later: its tables have version 102, and this Adtally knows versions up to ${newest}. Nothing was changed. Use Adtally 99.2 or later, or restore a copy from before the upgrade.`,
    )
    expect(await tablesOf(connection)).toEqual(before)
  })

  test('of a newer release are recognised on any one node', async () => {
    const connection = await newTables()
    const [last] = connection.options.urls.slice(-1)
    const one = newConnection({ ...connection.options, urls: [last!] })
    await one.commandEverywhere("INSERT INTO adtally_schema VALUES (99, 'ours')")
    expect(await refusalOf(upgrade(connection))).toContain('its tables have version 99')
  })

  test('of another ledger are refused, and do not change', async () => {
    const connection = await newTables()
    const before = await tablesOf(connection)
    expect(await refusalOf(ensureSchema(connection, 'theirs'))).toContain('another ledger')
    expect(await tablesOf(connection)).toEqual(before)
  })

  test.each([
    ['are gone', 'DROP TABLE adtally_schema SYNC'],
    ['are empty', 'TRUNCATE TABLE adtally_schema'],
    ['have other columns', 'ALTER TABLE adtally_schema RENAME COLUMN ledger TO l'],
    [
      'have no number',
      "CREATE OR REPLACE TABLE adtally_schema ENGINE = MergeTree ORDER BY () AS SELECT 'one' AS version, 'ours' AS ledger",
    ],
  ])('whose versions %s are refused, and do not change', async (_what, statement) => {
    const connection = await newTables()
    await connection.commandEverywhere(statement)
    const before = await tablesOf(connection)
    expect(await refusalOf(upgrade(connection))).toContain(
      'is damaged, or Adtally did not write it',
    )
    expect(await tablesOf(connection)).toEqual(before)
  })

  test('that are new have all migrations', async () => {
    const connection = newConnection()
    expect(await upgrade(connection, { migrations: both })).toEqual([])
    expect(await everywhere(connection, 'SELECT max(version) FROM adtally_schema')).toEqual(
      onEach([[102]]),
    )
    expect(await everywhere(connection, 'SELECT count() FROM steps')).toEqual(onEach([['1']]))
  })
})

test('migrations are numbered without gaps but for those that were put together, and named like their files', async () => {
  const folder = new URL('../../src/storage/clickhouse/migrations/', import.meta.url)
  const files = (await readdir(folder)).filter((name) => /^\d/.test(name)).sort()
  expect(files).toEqual(clickhouseMigrations.map(({ name }) => `${name}.ts`))
  expect(clickhouseMigrations.map(versionOf)).toEqual(
    clickhouseMigrations.map((_, index) => (index === 0 ? 1 : 3 + index)),
  )
})
