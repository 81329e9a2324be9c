import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { expect, onTestFinished, test } from 'vitest'
import type { FactKind } from '../../src/facts/fact-kind.ts'
import { factKinds } from '../../src/facts/kinds.ts'
import { addDestination } from '../../src/use-cases/destinations/add-destination.ts'
import { changeDestination } from '../../src/use-cases/destinations/change-destination.ts'
import { writeLoadScript } from '../../src/use-cases/destinations/write-load-script.ts'
import { undoImport } from '../../src/use-cases/undo-import.ts'
import type { ScriptDialect } from '../../src/warehouse/load-script.ts'
import { fileTable, smallTables } from '../../src/warehouse/tables.ts'
import { adtally } from '../cli/run-adtally.ts'
import { type ImportSite, refusalOf } from '../import/import-site.ts'
import { askParquet } from './parquet-reader.ts'
import { fill, warehouseSite } from './warehouse-site.ts'

const ofLake = { username: 'studio', name: 'lake' }
const kinds: readonly FactKind[] = Object.values(factKinds)
const tables = [...kinds.map(fileTable), ...smallTables]
const line = (date: string, revenue: string, app = 'zap-ios') =>
  `${date},${app},admob,banner,US,100,${revenue}`

async function lakeSite(): Promise<ImportSite> {
  const site = await warehouseSite()
  await site.call(addDestination, { ...ofLake, kind: 'parquet', address: 'lake' })
  return site
}

const places = { bigquery: 'gs://ads/lake', snowflake: '@adtally/lake' }

/** Makes of a script what DuckDB runs. Whatever it does not know stays, and fails. */
const forDuckdb: Readonly<Record<ScriptDialect, (sql: string, folder: string) => string>> = {
  bigquery: (sql, folder) =>
    sql
      .replaceAll(/ OPTIONS \(description = '(?:[^'\\]|\\.)*'\)/g, '')
      .replaceAll(/\)\n(PARTITION BY .*\nCLUSTER BY .*\n)?OPTIONS \(description = '.*'\);/g, ');')
      .replaceAll(
        /LOAD DATA OVERWRITE TEMP TABLE (\w+) \(([^;]*?)\n\)\nFROM FILES \(\n {2}format = 'PARQUET',\n {2}uris = (\[[^\]]*\])\n\);/g,
        (_, name, columns, uris) =>
          `CREATE OR REPLACE TEMP TABLE ${name} (${columns}); INSERT INTO ${name} BY NAME SELECT * FROM read_parquet(${uris});`,
      )
      .replaceAll('gs://ads/lake', folder)
      .replaceAll(/\bTIMESTAMP\b/g, 'TIMESTAMPTZ')
      .replaceAll(/\bBIGNUMERIC\b/g, 'NUMERIC')
      // In backquotes, a name has its dataset too.
      .replaceAll(/`([^`]+)`/g, (_, name: string) =>
        name
          .split('.')
          .map((part) => `"${part}"`)
          .join('.'),
      ),
  snowflake: (sql, folder) =>
    sql
      .replaceAll(/ COMMENT (= )?'(?:[^'\\]|''|\\.)*'/g, '')
      .replace(/EXECUTE IMMEDIATE \$\$\nBEGIN\n/, '')
      .replace(/EXCEPTION\n {2}WHEN OTHER THEN\n {4}ROLLBACK;\n {4}RAISE;\nEND;\n\$\$;\n$/, '')
      .replaceAll(
        /COPY INTO (\S+) FROM @adtally\/lake\/studio\/\n {4}FILES = \((.*)\)\n {4}FILE_FORMAT = \(TYPE = PARQUET USE_LOGICAL_TYPE = TRUE\)\n {4}MATCH_BY_COLUMN_NAME = CASE_INSENSITIVE\n {4}FORCE = TRUE;/g,
        (_, name, files: string) =>
          `INSERT INTO ${name} BY NAME SELECT * FROM read_parquet([${files.replaceAll(/'([^']*)'/g, `'${folder}/studio/$1'`)}]);`,
      )
      .replaceAll('TIMESTAMP_LTZ', 'TIMESTAMPTZ')
      .replaceAll(/\bNUMBER\(/g, 'NUMERIC('),
}

async function newWarehouse(): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create()
  const connection = await instance.connect()
  await connection.run('CREATE SCHEMA ads')
  onTestFinished(() => {
    connection.closeSync()
    instance.closeSync()
  })
  return connection
}

const rowsOf = async (connection: DuckDBConnection, sql: string) =>
  (await connection.runAndReadAll(sql)).getRowsJson()

test.each(['bigquery', 'snowflake'] as const)(
  'the script for %s replaces the rows of an account by those of its files, all or only later months',
  async (dialect) => {
    const site = await lakeSite()
    const warehouse = await newWarehouse()
    const folder = join(site.root, 'warehouses/lake')
    const load = async (since?: number) => {
      const { sql, entry } = await site.call(writeLoadScript, {
        ...ofLake,
        for: dialect,
        from: places[dialect],
        into: 'ads',
        ...(since !== undefined && { since }),
      })
      await warehouse.run(forDuckdb[dialect](sql, folder))
      return { sql, entry }
    }
    const expectSame = async (account = 'studio') => {
      for (const { name } of tables) {
        const sql = (schema: string) =>
          `SELECT * FROM ${schema}${name} WHERE account = '${account}' ORDER BY ALL`
        const copied = await askParquet(folder, sql('')).catch((error: Error) => {
          if (error.message.includes('does not exist')) return []
          throw error
        })
        expect(await rowsOf(warehouse, sql('ads.')), name).toEqual(copied)
      }
    }
    await site.importLines([
      ...[line('2026-02-01', '1.5'), line('2026-03-01', '2'), line('2026-04-01', '3')],
      line('2026-04-01', '9', 'euro-app'),
    ])
    await site.importLines(['2026-03-01,zap-ios,own,US,10,2'], {
      columns: 'date,app_id,source,country,dau,new_users',
    })
    await fill(site)
    const { sql, entry: first } = await load()
    await expectSame()
    for (const { columns } of tables) {
      for (const { name, comment } of columns) {
        expect(sql).toContain(name)
        expect(sql.replaceAll("''", "'").replaceAll("\\'", "'")).toContain(comment)
      }
    }
    await load()
    await expectSame()
    await warehouse.run(
      "INSERT INTO ads.figures SELECT * REPLACE ('others' AS account) FROM ads.figures",
    )
    const ofOthers = () =>
      rowsOf(warehouse, "SELECT count(*) FROM ads.figures WHERE account = 'others'")
    expect(await ofOthers()).toEqual([['3']])

    await site.importLines([line('2026-03-01', '2.5'), line('2026-03-02', '0.25')])
    await fill(site)
    const since = await load(first)
    expect(since.sql).not.toContain('figures/2026-02')
    expect(since.sql).toContain('figures/2026-03')
    await expectSame()
    await site.call(undoImport, { id: 1 })
    await fill(site)
    await load(since.entry)
    await expectSame()
    expect(
      await rowsOf(warehouse, "SELECT count(*) FROM ads.figures WHERE account = 'studio'"),
    ).toEqual([['2']])
    expect(await ofOthers()).toEqual([['3']])

    await site.importLines([line('2026-03-05', '1')])
    await site.call(changeDestination, { ...ofLake, state: 'on', refill: true })
    await fill(site)
    expect(await refusalOf(load(first))).toMatchObject({
      code: 'destination_refused',
      message: expect.stringContaining('the copy was filled anew'),
    })
    await load()
    await expectSame()
  },
)

test('the command prints a script, and refuses places and destinations without files', async () => {
  const site = await lakeSite()
  await site.importLines([line('2026-02-01', '1.5')])
  const ofFile = { username: 'studio', name: 'file', kind: 'duckdb' as const }
  await site.call(addDestination, { ...ofFile, address: 'x.duckdb' })
  const { root } = site.directory
  const env = { ADTALLY_WAREHOUSES_FOLDER: join(site.root, 'warehouses') }
  const run = async (...words: string[]) => {
    await site.close()
    const told = await adtally(['destinations', 'sql', 'studio', ...words, '--data-dir', root], {
      env,
    })
    await site.open()
    return told
  }
  expect((await run('lake', '--for', 'snowflake')).stderr).toContain('lake was not yet')
  await fill(site)
  const { stdout, code } = await run('lake', '--for', 'bigquery', '--from', 'gs://ads/lake')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^-- The copy of 'studio' up to ledger entry 1 of 2026-/)
  expect(stdout).toContain('MERGE INTO `adtally.figures` AS t USING new_figures AS n ON FALSE\n')
  expect((await run('lake', '--for', 'bigquery')).stderr).toContain('gs://bucket/folder')
  expect((await run('file', '--for', 'snowflake')).stderr).toContain('file is duckdb')
  expect((await run('lake', '--for', 'snowflake', '--from', "@a'; DROP")).code).not.toBe(0)
  expect((await run('lake', '--for', 'snowflake', '--into', 'a;b')).code).not.toBe(0)
})
