import { spawnSync } from 'node:child_process'
import { createReadStream, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { DuckDBInstance } from '@duckdb/node-api'
import { type Installation, openInstallation } from '../src/compose/installation.ts'
import { dataDirectory } from '../src/config/data-directory.ts'
import { createAccount } from '../src/use-cases/create-account.ts'
import { addDestination } from '../src/use-cases/destinations/add-destination.ts'
import { changeDestination } from '../src/use-cases/destinations/change-destination.ts'
import type { DestinationShipper } from '../src/use-cases/destinations/destination-shipper.ts'
import { showDestination } from '../src/use-cases/destinations/show-destination.ts'
import { exportFigures } from '../src/use-cases/export/export-figures.ts'
import { importApps } from '../src/use-cases/import-apps.ts'
import { importFigures } from '../src/use-cases/import-figures.ts'
import type { DestinationKind } from '../src/warehouse/destination.ts'
import { startClickhouse } from '../test/cluster/clickhouse.ts'
import { startPostgres } from '../test/cluster/postgres.ts'
import { askClickhouse, createClickhouseDatabase } from '../test/cluster/warehouse-clickhouse.ts'
import { type Cost, costOf } from './cost.ts'
import { appIdOf, appsCsv, key, months, sizeFor, username } from './figures-shape.ts'
import { countSentBytes, sentBytes } from './sent-bytes.ts'
import { formatTable, heading, short } from './table.ts'
import { type Target, target } from './target.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { writeFigures } from './write-figures.ts'

const kinds = ['postgresql', 'clickhouse', 'duckdb', 'parquet'] as const
type Kind = (typeof kinds)[number] & DestinationKind

const leastRatio = 0.5
/** Parquet files of a month are written anew. */
const mostSliceMs = { postgresql: 2_000, clickhouse: 2_000, duckdb: 2_000, parquet: 30_000 }
const mostSliceBytes = 200_000
const sliceRows = 500

/** What each kind does with the same rows of a CSV file by itself. */
const ownWays: Readonly<Record<Kind, string>> = {
  postgresql: String.raw`psql: \copy`,
  clickhouse: 'ClickHouse: INSERT … FORMAT CSV',
  duckdb: 'DuckDB: CREATE TABLE … FROM read_csv',
  parquet: 'adtally export',
}

/**
 * Fills PostgreSQL, ClickHouse, a DuckDB file and Parquet files with a tenth of the rows, beside what each does with the
 * same rows of a CSV file, and beside the export to Parquet; then brings one restated slice there.
 */
export async function benchWarehouse(wantedRows: number): Promise<Target[]> {
  const { appCount, rowCount } = sizeFor(wantedRows / 10)
  countSentBytes()
  using folder = temporaryFolder('warehouse-')
  await using stack = new AsyncDisposableStack()
  const postgres = stack.adopt(await startPostgres(), ({ stop }) => stop())
  const clickhouse = stack.adopt(await startClickhouse(), ({ stop }) => stop())
  const addresses: Readonly<Record<Kind, string>> = {
    postgresql: await postgres.createDatabase(),
    clickhouse: await createClickhouseDatabase(clickhouse.urls[0]!, 'copy'),
    duckdb: 'copy.duckdb',
    parquet: 'lake',
  }
  const files = join(folder.path, 'warehouses')
  const installation = await openFilled(folder.path, files, appCount)
  stack.defer(() => installation.close())
  const { call } = installation
  const shipper = installation.destinationShipper((message) => {
    throw new Error(message)
  })
  const exported = await costOf(() => call(exportFigures, { directory: join(folder.path, 'out') }))
  const filled = {} as Record<Kind, Cost>
  for (const kind of kinds) {
    await call(addDestination, { username, name: kind, kind, address: addresses[kind] })
    filled[kind] = await costOf(() => turn(shipper))
    await expectEntry(installation, kind, months.length)
  }
  const csv = join(folder.path, 'copy.csv')
  const columns = await writeCsv(join(files, addresses.duckdb), csv)
  const bare = await postgres.createDatabase()
  const own: Readonly<Record<Kind, Cost>> = {
    postgresql: await costOf(async () => copyByPsql(bare, columns, csv)),
    clickhouse: await insertCsv(addresses.clickhouse, csv),
    duckdb: await costOf(() => readCsv(join(folder.path, 'bare.duckdb'), csv)),
    parquet: exported,
  }
  const slices = await restate(installation, shipper, folder.path)
  showTimes(rowCount, filled, own, slices)
  return [
    ...kinds.flatMap((kind) => [
      target(
        `${kind} ÷ its own insert`,
        { atLeast: leastRatio },
        own[kind].ms / filled[kind].ms,
        short,
      ),
      target(
        `${kind}: a slice of ${sliceRows} rows, ms`,
        { atMost: mostSliceMs[kind] },
        slices[kind].ms,
        short,
      ),
    ]),
    ...(['postgresql', 'clickhouse'] as const).map((kind) =>
      target(`${kind}: bytes of the slice`, { atMost: mostSliceBytes }, slices[kind].bytes, short),
    ),
  ].map((one) => ({ ...one, name: `warehouse: ${one.name}` }))
}

/** An installation with a year of figures, a ledger entry for each month. */
async function openFilled(root: string, files: string, appCount: number): Promise<Installation> {
  const data = join(root, 'data')
  mkdirSync(data)
  const directory = { ...dataDirectory(data), warehouses: { folder: files, allowPrivate: true } }
  const installation = await openInstallation(directory, { use: 'command' })
  const give = (name: string) => ({ files: [{ name, path: join(root, name) }] })
  await installation.call(createAccount, { username, key })
  writeFileSync(join(root, 'apps.csv'), appsCsv(appCount))
  await installation.call(importApps, {}, give('apps.csv'))
  for (const [nth, { from, days }] of months.entries()) {
    await writeFigures(join(root, `month-${nth}.csv`), appCount, from, days)
    await installation.call(importFigures, {}, give(`month-${nth}.csv`))
  }
  return installation
}

async function turn(shipper: DestinationShipper): Promise<void> {
  await shipper.turn(new AbortController().signal)
  await shipper.idle()
}

async function expectEntry({ call }: Installation, name: Kind, wanted: number): Promise<void> {
  const { entry, last_error: error } = await call(showDestination, { username, name })
  if (entry !== wanted) throw new Error(`${name}: ${error}`)
}

/** Writes the copy's rows. @returns the columns as PostgreSQL declares them */
async function writeCsv(copy: string, csv: string): Promise<string> {
  const instance = await DuckDBInstance.create(copy)
  const connection = await instance.connect()
  await connection.run(
    `COPY (SELECT * EXCLUDE valid_to_entry FROM adtally_figures_rows) TO '${csv}' (FORMAT csv, HEADER false)`,
  )
  const columns = await connection.runAndReadAll(
    `SELECT string_agg(column_name || ' ' || replace(data_type, 'VARCHAR', 'TEXT'), ', ' ORDER BY column_index)
    FROM duckdb_columns() WHERE table_name = 'adtally_figures_rows' AND column_name <> 'valid_to_entry'`,
  )
  connection.closeSync()
  instance.closeSync()
  return String(columns.getRows()[0]![0])
}

function copyByPsql(url: string, columns: string, csv: string): void {
  const psql = (sql: string) => {
    const run = spawnSync('psql', [url, '-c', sql], { encoding: 'utf8' })
    if (run.status !== 0) throw run.error ?? new Error(run.stderr)
  }
  psql(`CREATE TABLE bare (${columns})`)
  psql(String.raw`\copy bare FROM '${csv}' (FORMAT csv)`)
}

/** Into a table like that of the copy. */
async function insertCsv(address: string, csv: string): Promise<Cost> {
  await askClickhouse(address, 'CREATE TABLE bare AS adtally_figures_rows')
  const { host } = new URL(address)
  const [columns] = await askClickhouse(
    address,
    `SELECT arrayStringConcat(groupArray(name || ' ' || type), ', ') FROM (SELECT * FROM system.columns
    WHERE database = 'copy' AND table = 'adtally_figures_rows' AND name <> 'step' ORDER BY position)`,
  )
  const structure = String(columns![0]).replaceAll("'", "\\'")
  const query = `INSERT INTO bare SELECT *, 1 FROM input('${structure}') FORMAT CSV`
  const search = new URLSearchParams({ database: 'copy', query })
  return costOf(async () => {
    const answer = await fetch(`http://${host}/?${search}`, {
      method: 'POST',
      body: Readable.toWeb(createReadStream(csv, { highWaterMark: 1_048_576 })) as ReadableStream,
      duplex: 'half',
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(text)
  })
}

async function readCsv(path: string, csv: string): Promise<void> {
  const instance = await DuckDBInstance.create(path)
  const connection = await instance.connect()
  await connection.run(`CREATE TABLE bare AS FROM read_csv('${csv}', header = false)`)
  connection.closeSync()
  instance.closeSync()
}

interface SentSlice {
  readonly ms: number
  readonly bytes: number
}

/** Restates a slice for each kind, and brings it there. */
async function restate(installation: Installation, shipper: DestinationShipper, root: string) {
  const { call } = installation
  const sent = {} as Record<Kind, SentSlice>
  const change = (name: Kind, state: 'on' | 'paused') =>
    call(changeDestination, { username, name, state })
  for (const kind of kinds) await change(kind, 'paused')
  for (const [nth, kind] of kinds.entries()) {
    // What was restated for other kinds is brought there before.
    await change(kind, 'on')
    await turn(shipper)
    const rows = Array.from(
      { length: sliceRows },
      (_, row) => `2025-03-01,${appIdOf(0)},admob,banner,US,tag-${row},${nth},0.5`,
    )
    const path = join(root, 'slice.csv')
    writeFileSync(
      path,
      `date,app_id,network,format,country,ad_tag,impressions,revenue\n${rows.join('\n')}\n`,
    )
    await call(importFigures, {}, { files: [{ name: 'slice.csv', path }] })
    const before = sentBytes()
    const { ms } = await costOf(() => turn(shipper))
    sent[kind] = { ms, bytes: sentBytes() - before }
    await expectEntry(installation, kind, months.length + nth + 1)
    await change(kind, 'paused')
  }
  return sent
}

function showTimes(
  rowCount: number,
  filled: Readonly<Record<Kind, Cost>>,
  own: Readonly<Record<Kind, Cost>>,
  slices: Readonly<Record<Kind, SentSlice>>,
): void {
  const line = (name: string, { ms, processorMs }: Cost) => [
    name,
    short(ms / 1_000),
    short(processorMs / 1_000),
    Math.round((rowCount / ms) * 1_000).toLocaleString('en'),
  ]
  console.log(heading(`warehouse: ${rowCount.toLocaleString('en')} rows, 12 ledger entries`))
  console.log(
    formatTable(
      ['', 's', 'CPU s of Adtally', 'rows/s'],
      [
        ...kinds.flatMap((kind) => [
          line(kind === 'parquet' ? kind : `${kind}, with history`, filled[kind]),
          line(ownWays[kind], own[kind]),
        ]),
      ],
    ),
  )
  console.log(heading(`one restated slice of ${sliceRows} rows`))
  console.log(
    formatTable(
      ['', 'ms', 'bytes sent'],
      kinds.map((kind) => [kind, short(slices[kind].ms), slices[kind].bytes.toLocaleString('en')]),
    ),
  )
}
