import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { examine } from '../../src/compose/doctor/examine.ts'
import { openInstallation } from '../../src/compose/installation.ts'
import { type DataDirectory, dataDirectory } from '../../src/config/data-directory.ts'
import { postgresDialect, withPostgresDefaults } from '../../src/records/node-postgres.ts'
import type { ClickhouseConnection } from '../../src/storage/clickhouse/connection.ts'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { importApps } from '../../src/use-cases/import-apps.ts'
import { importFigures } from '../../src/use-cases/import-figures.ts'
import { newFolder } from '../fixtures/new-folder.ts'
import { newDirectory } from './new-directory.ts'
import { shareClickhouse } from './share-clickhouse.ts'
import { sharePostgres } from './share-postgres.ts'

const clickhouse = shareClickhouse()
const postgres = sharePostgres()

let directory: DataDirectory
let connection: ClickhouseConnection
beforeEach(async () => {
  ;({ directory, connection } = await newDirectory(clickhouse, await postgres().createDatabase()))
  await importFiles(directory)
})

async function importFiles(directory: DataDirectory): Promise<void> {
  const { call, close } = await openInstallation(directory, { use: 'command' })
  const file = async (name: string, content: string) => {
    const path = join(directory.root, name)
    await writeFile(path, content)
    return { files: [{ name, path }] }
  }
  await call(createAccount, { username: 'studio' })
  const apps = 'app_id,publisher,app_name,platform\nhop,studio,Hop,ios\n'
  await call(importApps, {}, await file('apps.csv', apps))
  const columns = 'date,app_id,network,format,country,impressions,revenue'
  const row = '2026-03-01,hop,ownnet,video,US,5,1'
  await call(importFigures, {}, await file('stats.csv', `${columns}\n${row}\n`))
  await close()
  // As a process leaves it, whose umask the tests do not have.
  for (const name of ['secret.key', 'adtally.sqlite', 'figures.duckdb']) {
    await chmod(join(directory.root, name), 0o600).catch(() => undefined)
  }
}

async function examined(servers: Partial<DataDirectory['servers']> = {}) {
  const { findings, diskUse } = await examine(
    { ...directory, servers: { ...directory.servers, ...servers } },
    { isServed: false, now: new Date() },
  )
  const found = findings.filter(({ level }) => level !== 'ok')
  return { findings, diskUse, found, checks: found.map(({ check, level }) => `${check}: ${level}`) }
}

async function inRecords(statement: string): Promise<void> {
  const url = directory.servers.databaseUrl!
  const dialect = postgresDialect(url, 'writes', withPostgresDefaults({}))
  const database = new Kysely({ dialect })
  await sql.raw(statement).execute(database)
  await database.destroy()
}

test('healthy servers have no findings, and tell what they take', async () => {
  const { findings, checks, diskUse } = await examined()
  expect(checks).toEqual([])
  expect(new Set(findings.map(({ check }) => check))).toEqual(
    new Set([
      ...['permissions', 'disk', 'leftovers', 'secret', 'records', 'figures', 'stores'],
      ...['orphans', 'clock'],
    ]),
  )
  const kinds = diskUse.filter(({ bytes }) => bytes > 0).map(({ kind }) => kind)
  expect(kinds).toEqual(
    expect.arrayContaining(['records in PostgreSQL', 'ClickHouse: figures', 'ClickHouse: slices']),
  )
})

test.each([
  ['PostgreSQL', { clickhouse: null }, 'records in PostgreSQL', 'figures: ledger and names'],
  ['ClickHouse', { databaseUrl: null }, 'ClickHouse: figures', 'records'],
])('%s alone is checked too, and the file beside it', async (_name, without, ...kinds) => {
  const root = await newFolder()
  const servers = {
    ...directory.servers,
    clickhouse: clickhouse.newDatabase(),
    databaseUrl: await postgres().createDatabase(),
    ...without,
  }
  const one = dataDirectory(root, servers)
  await importFiles(one)
  const { findings, diskUse } = await examine(one, { isServed: false, now: new Date() })
  expect(findings.filter(({ level }) => level !== 'ok')).toEqual([])
  expect(diskUse.map(({ kind }) => kind)).toEqual(expect.arrayContaining(kinds))
})

test('a server that does not answer is an error, and the other one is still asked', async () => {
  const nowhere = 'postgres://nobody:pass-word@127.0.0.1:1/nowhere'
  const withoutPostgres = await examined({ databaseUrl: nowhere })
  expect(withoutPostgres.checks).toEqual(['records: error', 'stores: unchecked'])
  expect(withoutPostgres.found[0]!.message).toContain('127.0.0.1:1/nowhere cannot be used')
  expect(JSON.stringify(withoutPostgres.findings)).not.toMatch(/pass-word/)
  const away = { ...directory.servers.clickhouse!, urls: ['http://127.0.0.1:1'] }
  const withoutClickhouse = await examined({ clickhouse: away })
  expect(withoutClickhouse.checks).toEqual(['figures: error'])
  expect(withoutClickhouse.found[0]!.message).toContain('ClickHouse does not answer')
})

test('tables of a newer release, and missing ones, are errors', async () => {
  await inRecords("INSERT INTO kysely_migration VALUES ('9999-later', 'now')")
  await connection.commandEverywhere(
    'INSERT INTO adtally_schema SELECT 9999, ledger FROM adtally_schema',
  )
  const { checks, found } = await examined()
  expect(checks).toEqual(['records: error', 'stores: unchecked'])
  expect(found[0]!.message).toContain('9999-later')
  await inRecords("DELETE FROM kysely_migration WHERE name = '9999-later'")
  const newer = await examined()
  expect(newer.checks).toEqual(['figures: error'])
  expect(newer.found[0]!.message).toContain('version 9999')
  await connection.commandEverywhere(`DROP DATABASE ${connection.options.database}`)
  const dropped = await examined()
  expect(dropped.checks).toEqual(['figures: error'])
  expect(dropped.found[0]!.message).toContain('its ledger has entries')
})

test('records from before an import do not belong to the figures', async () => {
  await inRecords('DELETE FROM figure_entries')
  const { checks, found } = await examined()
  expect(checks).toEqual(['stores: error'])
  expect(found[0]!.message).toMatch(/PostgreSQL database .* is older than ClickHouse database/)
})

test('figures from before an import do not belong to the records', async () => {
  await inRecords('UPDATE figure_entries SET id = id + 1')
  const { checks, found } = await examined()
  expect(checks).toEqual(['stores: error'])
  expect(found[0]!.message).toMatch(/ClickHouse database .* is older than PostgreSQL database/)
})

test('figures of an account and an app that the records do not know are warned of', async () => {
  await connection.commandEverywhere(
    'INSERT INTO slices SELECT * REPLACE (account + 100 AS account, app + 100 AS app) FROM slices',
  )
  const { checks, found } = await examined()
  expect(checks).toEqual(['orphans: warning'])
  expect(found[0]!.message).toContain('1 account and 1 app')
})
