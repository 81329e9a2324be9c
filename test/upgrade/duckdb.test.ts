import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance, type DuckDBValue } from '@duckdb/node-api'
import { describe, expect, test } from 'vitest'
import { DuckdbDatabase, type DuckdbOptions } from '../../src/storage/duckdb/database.ts'
import { openUpToDate } from '../../src/storage/duckdb/migrate.ts'
import { duckdbMigrations } from '../../src/storage/duckdb/migrations/all-migrations.ts'
import {
  type StoreMigration,
  type UpgradeProgress,
  versionOf,
} from '../../src/storage/upgrades/migration.ts'
import { killHanging } from '../fixtures/kill-hanging.ts'
import { newFolder } from '../fixtures/new-folder.ts'
import { secondStep, thirdStep } from './duckdb-steps.ts'
import { hashesOf } from './folder.ts'
import { refusalOf } from './unusable.ts'

type DuckdbMigration = StoreMigration<DuckDBConnection>

const newest = versionOf(duckdbMigrations.at(-1)!)
const both = [...duckdbMigrations, secondStep, thirdStep]

/** A file of this release in its own folder. */
async function newFile(): Promise<{ folder: string; path: string }> {
  const folder = await newFolder()
  const path = join(folder, 'figures.duckdb')
  ;(await DuckdbDatabase.open({ path, threads: 1 })).close()
  await run(path, "INSERT INTO labels VALUES ('network', 0, 'admob')")
  return { folder, path }
}

async function run(path: string, ...statements: string[]): Promise<DuckDBValue[][]> {
  const instance = await DuckDBInstance.create(path)
  const connection = await instance.connect()
  let rows: DuckDBValue[][] = []
  for (const statement of statements) {
    rows = (await connection.runAndReadAll(statement)).getRows()
  }
  connection.closeSync()
  instance.closeSync()
  return rows
}

/** Opens and closes a file. @returns the steps of its upgrade */
async function upgrade(path: string, options: Partial<DuckdbOptions>) {
  const steps: UpgradeProgress[] = []
  const onUpgrade = (progress: UpgradeProgress) => steps.push(progress)
  const database = await DuckdbDatabase.open({ path, threads: 1, onUpgrade, ...options })
  const { identity } = database
  database.close()
  return { steps, identity }
}

const failing = (name: string): DuckdbMigration => ({
  name,
  release: '9',
  up: async (connection) => {
    await connection.run('CREATE TABLE half_done (a INTEGER)')
    await connection.run('SELECT no_such_column')
  },
})

describe('an older file', () => {
  test('gets all migrations that it lacks, in order, and keeps its data', async () => {
    const { path } = await newFile()
    const { identity: before } = await upgrade(path, {})
    const { steps, identity } = await upgrade(path, { migrations: both })
    expect(identity).toBe(before)
    const copy = `${path}.before-0101`
    const of = (migration: string, position: number, share: number) => ({
      place: path,
      migration,
      position,
      count: 2,
      share,
      copy,
    })
    expect(steps).toEqual([
      of('0101-second', 1, 0),
      of('0101-second', 1, 0.5),
      of('0101-second', 1, 1),
      of('0102-third', 2, 0),
      of('0102-third', 2, 1),
    ])
    expect(await run(path, 'SELECT * FROM steps ORDER BY ALL')).toEqual([[101], [102]])
    expect(await run(path, 'SELECT schema_version FROM database_identity')).toEqual([[102]])
    expect((await upgrade(path, { migrations: both })).steps).toEqual([])
  })

  test('has a copy from before, which opens as before', async () => {
    const { folder, path } = await newFile()
    await upgrade(path, { migrations: both })
    const copy = `${path}.before-0101`
    expect((await readdir(folder)).sort()).toEqual(['figures.duckdb', 'figures.duckdb.before-0101'])
    expect(await run(copy, 'SELECT schema_version FROM database_identity')).toEqual([[newest]])
    expect(await run(copy, 'SELECT name FROM labels')).toEqual([['admob']])
    expect((await upgrade(copy, {})).steps).toEqual([])
  })

  test('is copied together with changes that a crash left in its log', async () => {
    const { folder, path } = await newFile()
    const child = spawn(process.execPath, [
      join(import.meta.dirname, 'leave-log.ts'),
      path,
      "INSERT INTO labels VALUES ('network', 1, 'unityads')",
    ])
    await once(child, 'exit')
    expect(await readdir(folder)).toContain('figures.duckdb.wal')
    await upgrade(path, { migrations: both })
    const copied = await run(`${path}.before-0101`, 'SELECT name FROM labels ORDER BY code')
    expect(copied).toEqual([['admob'], ['unityads']])
  })

  test('does not change when its migration fails, and is upgraded when it is opened again', async () => {
    const { path } = await newFile()
    const migrations = [...duckdbMigrations, secondStep, failing('0102-third')]
    const message = await refusalOf(upgrade(path, { migrations }))
    expect(message).toContain('0102-third failed')
    expect(message).toContain(`${path}.before-0101`)
    expect(await run(path, 'SELECT schema_version FROM database_identity')).toEqual([[101]])
    expect(
      await run(path, "SELECT count(*) FROM duckdb_tables() WHERE table_name = 'half_done'"),
    ).toEqual([[0n]])

    const { steps } = await upgrade(path, { migrations: both })
    expect(steps.map(({ migration }) => migration)).toEqual(['0102-third', '0102-third'])
    expect(await run(path, 'SELECT * FROM steps ORDER BY ALL')).toEqual([[101], [102]])
  })

  test('does not change when the process is killed in a migration', async () => {
    const { path } = await newFile()
    await killHanging(join(import.meta.dirname, 'hang-in-upgrade.ts'), 'duckdb', path)
    expect(await run(path, 'SELECT schema_version FROM database_identity')).toEqual([[101]])
    await upgrade(path, { migrations: both })
    expect(await run(path, 'SELECT * FROM steps ORDER BY ALL')).toEqual([[101], [102]])
    const copied = await run(`${path}.before-0101`, 'SELECT schema_version FROM database_identity')
    expect(copied).toEqual([[newest]])
  })

  test('is refused when it may only be read, and does not change', async () => {
    const { folder, path } = await newFile()
    const before = await hashesOf(folder)
    const message = await refusalOf(upgrade(path, { migrations: both, readOnly: true }))
    expect(message).toContain('of an earlier release')
    expect(await hashesOf(folder)).toEqual(before)
  })

  test('is refused when it cannot be copied, and does not change', async () => {
    const { folder, path } = await newFile()
    // A file cannot replace a folder that is not empty.
    await mkdir(`${path}.before-0101`)
    await writeFile(join(`${path}.before-0101`, 'kept'), '')
    const before = await hashesOf(folder)
    const message = await refusalOf(upgrade(path, { migrations: both }))
    expect(message).toContain('cannot be copied first')
    expect(await hashesOf(folder)).toMatchObject(before)
    expect(await run(path, 'SELECT schema_version FROM database_identity')).toEqual([[newest]])
  })

  test('is refused when another process used it while it was copied', async () => {
    const { path } = await newFile()
    let opened = 0
    const openFile = async () => {
      if (opened++ === 1) await run(path, "INSERT INTO labels VALUES ('network', 1, 'unityads')")
      return DuckDBInstance.create(path)
    }
    const opening = openUpToDate({ path, openFile, readOnly: false, migrations: both })
    expect(await refusalOf(opening)).toContain('Another process used')
    expect(await run(path, 'SELECT schema_version FROM database_identity')).toEqual([[newest]])
  })

  test.each([4, 8])(
    'of a commit between releases, with tables of version %i, is refused, and does not change',
    async (version) => {
      const { folder, path } = await newFile()
      await run(path, `UPDATE database_identity SET schema_version = ${version}`)
      const before = await hashesOf(folder)
      expect(await refusalOf(upgrade(path, {}))).toBe(
        `${path} was written by a commit between releases: its tables have version ${version}. Nothing was changed. Upgrade it with commit 6bb22a3e first: git checkout 6bb22a3e && npm ci && npm run -s adtally -- upgrade`,
      )
      expect(await hashesOf(folder)).toEqual(before)
    },
  )

  test('from before the first release is refused', async () => {
    const { path } = await newFile()
    await run(path, 'UPDATE database_identity SET schema_version = 2')
    expect(await refusalOf(upgrade(path, {}))).toContain('from before 0.1')
  })
})

describe('copies of a file', () => {
  test('are removed when they are 30 days old', async () => {
    const { folder, path } = await newFile()
    const [day, now] = [86_400, Date.now() / 1_000]
    for (const [name, age] of [
      ['0004', 31],
      ['0005', 29],
    ] as const) {
      await writeFile(`${path}.before-${name}`, '')
      await utimes(`${path}.before-${name}`, now - age * day, now - age * day)
    }
    await writeFile(join(folder, 'other.before-0001'), '')
    await utimes(join(folder, 'other.before-0001'), 0, 0)
    await upgrade(path, {})
    expect((await readdir(folder)).sort()).toEqual([
      'figures.duckdb',
      'figures.duckdb.before-0005',
      'other.before-0001',
    ])
  })

  test('that a crash left unfinished are created again', async () => {
    const { path } = await newFile()
    await writeFile(`${path}.before-0101.new`, 'half a copy')
    await upgrade(path, { migrations: both })
    expect(await run(`${path}.before-0101`, 'SELECT name FROM labels')).toEqual([['admob']])
  })
})

describe('a newer file', () => {
  test('is refused with one line that states what to do, and is not changed', async () => {
    const { folder, path } = await newFile()
    await upgrade(path, { migrations: both })
    const before = await hashesOf(folder)
    expect(await refusalOf(upgrade(path, {}))).toBe(
      `${path} was written by Adtally 99.2 or later: its tables have version 102, and this Adtally knows versions up to ${newest}. Nothing was changed. Use Adtally 99.2 or later, or restore a copy from before the upgrade.`,
    )
    expect(await refusalOf(upgrade(path, { readOnly: true }))).toContain('99.2')
    expect(await hashesOf(folder)).toEqual(before)
  })

  test('without a release is also refused', async () => {
    const { path } = await newFile()
    await run(
      path,
      'UPDATE database_identity SET schema_version = 99',
      'COMMENT ON TABLE database_identity IS NULL',
    )
    expect(await refusalOf(upgrade(path, {}))).toContain('was written by a newer Adtally')
  })

  test('whose format the engine cannot read is also refused', async () => {
    const { folder, path } = await newFile()
    await writeFile(path, withFormat(await readFile(path), 999))
    const before = await hashesOf(folder)
    expect(await refusalOf(upgrade(path, {}))).toContain('was written by a newer Adtally')
    expect(await hashesOf(folder)).toEqual(before)
  })
})

describe('a file that is damaged or not from Adtally', () => {
  test.each([
    ['without its identity', ['DROP TABLE database_identity']],
    ['with an empty identity table', ['DELETE FROM database_identity']],
    ['with two identities', ["INSERT INTO database_identity VALUES ('another', 3)"]],
    [
      'with other columns in the identity table',
      ['ALTER TABLE database_identity RENAME schema_version TO v'],
    ],
    [
      'with a version that is not a number',
      ["ALTER TABLE database_identity ALTER schema_version TYPE VARCHAR USING 'three'"],
    ],
    ['without its ledger', ['DROP TABLE imports']],
    ['without its labels', ['DROP TABLE labels']],
  ])('%s is refused and does not change', async (_what, statements) => {
    const { folder, path } = await newFile()
    await run(path, ...statements)
    const before = await hashesOf(folder)
    expect(await refusalOf(upgrade(path, {}))).toContain('is damaged, or Adtally did not write it')
    expect(await hashesOf(folder)).toEqual(before)
  })

  test('is refused when it has tables of another program', async () => {
    const folder = await newFolder()
    const path = join(folder, 'figures.duckdb')
    await run(path, 'CREATE TABLE notes (text VARCHAR)')
    const before = await hashesOf(folder)
    expect(await refusalOf(upgrade(path, {}))).toContain('did not write it')
    expect(await hashesOf(folder)).toEqual(before)
  })

  test('is refused when it has no tables and may only be read', async () => {
    const path = join(await newFolder(), 'figures.duckdb')
    await run(path, 'SELECT 1')
    expect(await refusalOf(upgrade(path, { readOnly: true }))).toContain('no tables')
  })
})

test('a new file gets the tables of all migrations, and no copy', async () => {
  const folder = await newFolder()
  const path = join(folder, 'figures.duckdb')
  const { steps } = await upgrade(path, { migrations: both })
  expect(steps).toEqual([])
  expect(await readdir(folder)).toEqual(['figures.duckdb'])
  expect(await run(path, 'SELECT * FROM steps ORDER BY ALL')).toEqual([[101], [102]])
  expect(await run(path, 'SELECT schema_version FROM database_identity')).toEqual([[102]])
})

test('migrations are numbered without gaps but for those that were put together, and named like their files', async () => {
  const folder = new URL('../../src/storage/duckdb/migrations/', import.meta.url)
  const files = (await readdir(folder)).filter((name) => /^\d/.test(name)).sort()
  expect(files).toEqual(duckdbMigrations.map(({ name }) => `${name}.ts`))
  expect(duckdbMigrations.map(versionOf)).toEqual(
    duckdbMigrations.map((_, index) => (index === 0 ? 3 : 8 + index)),
  )
})

/** Changes the format version in the first block of a file, and corrects the block's checksum. */
function withFormat(bytes: Buffer, version: number): Buffer {
  const [checksumAt, wordAt, versionAt] = [0, 8, 12]
  const sumOf = (word: bigint) => BigInt.asUintN(64, word * 0xbf58476d1ce4e5b9n)
  const before = sumOf(bytes.readBigUInt64LE(wordAt))
  bytes.writeUInt32LE(version, versionAt)
  const after = sumOf(bytes.readBigUInt64LE(wordAt))
  bytes.writeBigUInt64LE(bytes.readBigUInt64LE(checksumAt) ^ before ^ after, checksumAt)
  return bytes
}
