import { describe, expect, onTestFinished, test } from 'vitest'
import type { FactName } from '../../src/facts/kinds.ts'
import { moneyKinds } from '../../src/facts/kinds.ts'
import { shares } from '../../src/facts/shares.ts'
import { ClickhouseConnection } from '../../src/storage/clickhouse/connection.ts'
import { ensureSchema } from '../../src/storage/clickhouse/migrate.ts'
import { localTable } from '../../src/storage/clickhouse/schema.ts'
import { DuckdbDatabase } from '../../src/storage/duckdb/database.ts'
import { compactHistory } from '../../src/use-cases/compact-history.ts'
import { deleteAccount } from '../../src/use-cases/delete-account.ts'
import { mergeApps } from '../../src/use-cases/end-app.ts'
import { applyRates } from '../../src/use-cases/rates/apply-rates.ts'
import { importRates } from '../../src/use-cases/rates/import-rates.ts'
import { undoImport } from '../../src/use-cases/undo-import.ts'
import { renewSite } from '../fixtures/share-site.ts'
import { type FactRow, factFiles } from '../property/fact-rows.ts'
import { storedFacts } from '../property/stored-figures.ts'
import { openSite } from './import-site.ts'
import { withDataFile } from './past-versions.ts'

const site = renewSite(openSite)

const first = { day: '2026-03-01', app: 'euro-app', source: 'max' }
const rows: readonly FactRow[] = [
  { ...first, country: 'US', count: 5 },
  { ...first, country: 'DE', count: 0 },
  { ...first, day: '2026-03-02', country: 'DE', count: 7 },
]

/** Dollars a euro, of each day. */
async function dollars(...rates: readonly string[]) {
  const lines = rates.map((rate, nth) => `2026-03-0${nth + 1},${rate},\n`)
  const files = [await site.file('ecb.csv', `Date,USD,\n${lines.join('')}`)]
  return site.call(importRates, {}, { files })
}

const names = moneyKinds.map(({ name }) => name as FactName)

/** Counts the rows of tables. The site is closed for this. */
async function countRows(tables: readonly string[]): Promise<number[]> {
  const queries = tables.map((table) => `SELECT count(*) FROM ${table}`)
  const { clickhouse } = site.servers
  if (!clickhouse) {
    const counts = await withDataFile(site, queries)
    await site.open()
    return counts.map(([row]) => Number(row![0]))
  }
  const connection = new ClickhouseConnection(clickhouse)
  onTestFinished(() => connection.close())
  return Promise.all(queries.map(async (query) => Number((await connection.rows(query))[0]![0])))
}

/** Takes the tables of originals of all kinds but figures away, as before there were any, and upgrades the store. */
async function asBefore(): Promise<void> {
  const added = moneyKinds
    .map(({ tables }) => tables.originals)
    .filter((one) => one !== 'originals')
  const { clickhouse } = site.servers
  if (!clickhouse) {
    const { rows, slices, changes } = shares.tables
    const later = [rows, `past_${rows}`, slices, `past_${slices}`, changes]
    await withDataFile(site, [
      ...[...added, ...later].map((table) => `DROP TABLE ${table}`),
      'UPDATE database_identity SET schema_version = 11',
    ])
    const database = await DuckdbDatabase.open({ path: site.directory.figures, threads: 1 })
    database.close()
    return site.open()
  }
  const connection = new ClickhouseConnection(clickhouse)
  onTestFinished(() => connection.close())
  const [row] = await connection.rows('SELECT ledger FROM adtally_schema')
  for (const table of added) {
    for (const one of new Set([table, localTable(table, connection.options)])) {
      await connection.commandEverywhere(`DROP TABLE ${one} SYNC`)
    }
  }
  await connection.commandEverywhere('TRUNCATE TABLE adtally_schema')
  await connection.commandEverywhere('INSERT INTO adtally_schema VALUES (6, {ledger:String})', {
    ledger: String(row![0]),
  })
  await ensureSchema(connection, String(row![0]))
}

describe.each(names)('money of %s', (name) => {
  const { columns, lineOf } = factFiles[name]
  const give = (given: readonly FactRow[], request = {}) => {
    const lines = given.map((row) => `${lineOf(row)},USD`)
    return site.importLines(lines, { columns: `${columns},currency`, ...request })
  }
  const stored = async (upTo?: number) => {
    const { id } = await site.installation.accounts.get('euros')
    return storedFacts(site, id, name, upTo)
  }
  /** Expects that an import of the same file would change nothing. */
  const expectAsImported = async (given: readonly FactRow[]) => {
    const found = await stored()
    const { slices, unchanged_slices: unchanged } = await give(given)
    expect(unchanged).toBe(slices)
    expect(await stored()).toEqual(found)
  }

  test('is converted again as an entry that can be undone, to what an import would give', async () => {
    await dollars('3', '7')
    await give(rows)
    const before = await stored()
    expect(await site.call(applyRates, {})).toEqual([])
    await dollars('3', '11')
    const kind = name === 'figures' ? undefined : name
    const dry = await site.call(applyRates, { dryRun: true })
    expect(dry).toMatchObject([{ entry: null, source: 'adtally', slices: 1 }])
    expect(dry[0]?.kind).toBe(kind)
    expect(dry[0]?.days).toMatchObject([{ day: '2026-03-02', network: 'max' }])
    expect(await stored()).toEqual(before)
    expect(await site.call(applyRates, {})).toMatchObject([{ ...dry[0], entry: 2 }])
    const after = await stored()
    expect(after).not.toEqual(before)
    expect(await stored(1)).toEqual(before)
    expect(await site.call(applyRates, {})).toEqual([])
    await site.call(undoImport, { id: 2 })
    expect(await stored()).toEqual(before)
    await site.call(applyRates, { account: 'euros' })
    expect(await stored()).toEqual(after)
    await expectAsImported(rows)
  })

  test('is converted again after partial imports and merges of apps, and after their undo', async () => {
    await site.importApps('app_id,publisher,app_name,platform\nold-app,euros,Old App,ios\n')
    await dollars('2', '2')
    await give(rows)
    const ofOld = rows.map((row) => ({ ...row, app: 'old-app' }))
    await give(ofOld, { partial: true })
    await give(ofOld, { partial: true })
    const { entry } = await site.call(mergeApps, { appId: 'old-app', into: 'euro-app' })
    await dollars('4', '8')
    const [applied] = await site.call(applyRates, {})
    const added = await stored()
    expect(await site.call(applyRates, {})).toEqual([])
    await site.call(undoImport, { id: applied!.entry! })
    await site.call(undoImport, { id: entry! })
    await site.call(applyRates, {})
    const apart = await stored()
    await site.call(mergeApps, { appId: 'old-app', into: 'euro-app' })
    expect(await stored()).toEqual(added)
    expect(added).not.toEqual(apart)
    // Three times each row, at the rates of now.
    await expectAsImported(rows.map((row) => ({ ...row, count: 3 * row.count })))
  })

  test('is converted again once its history was compacted', async () => {
    await dollars('2', '2')
    await give(rows)
    await dollars('4', '2')
    await site.call(applyRates, {})
    await give(rows)
    site.passHour()
    // Servers keep their history.
    if (!site.servers.clickhouse) await site.call(compactHistory, { keep: 0 })
    await dollars('5', '9')
    expect(await site.call(applyRates, {})).toHaveLength(1)
    await expectAsImported(rows)
  })

  test('is gone with its account, as it was reported too', async () => {
    const { tables } = moneyKinds.find((kind) => kind.name === name)!
    await dollars('2', '2')
    await give(rows)
    const [some] = await countRows([tables.originals])
    expect(some).toBeGreaterThan(0)
    await site.call(deleteAccount, { username: 'euros' })
    await expect.poll(() => countRows([tables.originals]), { timeout: 30_000 }).toEqual([0])
  })
})

test('data from before there were originals of all kinds opens; of it, figures alone are converted again', async () => {
  await dollars('2', '2')
  const give = (name: FactName) =>
    site.importLines(
      rows.map((row) => `${factFiles[name].lineOf(row)},USD`),
      { columns: `${factFiles[name].columns},currency` },
    )
  for (const name of names) await give(name)
  await asBefore()
  await dollars('4', '4')
  const revalued = await site.call(applyRates, {})
  expect(revalued.map(({ kind }) => kind)).toEqual([undefined])
  for (const name of names) await give(name)
  await dollars('5', '5')
  const later = await site.call(applyRates, {})
  expect(later.map(({ kind = 'figures' }) => kind)).toEqual(names)
})
