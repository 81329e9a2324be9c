import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { openInstallation } from '../src/compose/installation.ts'
import { dataDirectory } from '../src/config/data-directory.ts'
import { createAccount } from '../src/use-cases/create-account.ts'
import { addDestination } from '../src/use-cases/destinations/add-destination.ts'
import { showDestination } from '../src/use-cases/destinations/show-destination.ts'
import { exportFigures } from '../src/use-cases/export/export-figures.ts'
import { importApps } from '../src/use-cases/import-apps.ts'
import { importFigures } from '../src/use-cases/import-figures.ts'
import { findBinaries, startPostgres } from '../test/cluster/postgres.ts'
import { costOf } from './cost.ts'
import { appIdOf, appsCsv, key, months, sizeFor, username } from './figures-shape.ts'
import { formatTable, heading, short } from './table.ts'
import { type Target, target } from './target.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { writeFigures } from './write-figures.ts'

const kinds = ['postgresql', 'duckdb'] as const
const mostDeltaMs = 2_000

/**
 * Fills a PostgreSQL database and a DuckDB file with a tenth of the rows, beside what each does with the same rows of a
 * CSV file and beside the export to Parquet; then brings one restated slice there.
 */
export async function benchWarehouse(wantedRows: number): Promise<Target[]> {
  const { appCount, rowCount } = sizeFor(wantedRows / 10)
  using folder = temporaryFolder('warehouse-')
  const postgres = await startPostgres()
  try {
    const root = join(folder.path, 'data')
    mkdirSync(root)
    const files = join(folder.path, 'warehouses')
    const directory = { ...dataDirectory(root), warehouses: { folder: files, allowPrivate: true } }
    const installation = await openInstallation(directory, { use: 'command' })
    const { call } = installation
    const give = (name: string) => ({ files: [{ name, path: join(folder.path, name) }] })
    await call(createAccount, { username, key })
    writeFileSync(join(folder.path, 'apps.csv'), appsCsv(appCount))
    await call(importApps, {}, give('apps.csv'))
    for (const [nth, { from, days }] of months.entries()) {
      await writeFigures(join(folder.path, `month-${nth}.csv`), appCount, from, days)
      await call(importFigures, {}, give(`month-${nth}.csv`))
    }
    const url = await postgres.createDatabase()
    const bare = await postgres.createDatabase()
    const fill = async (kind: (typeof kinds)[number]) => {
      const address = kind === 'duckdb' ? 'copy.duckdb' : url
      await call(addDestination, { username, name: kind, kind, address })
      return costOf(turn)
    }
    const turn = async () => {
      const shipper = installation.destinationShipper((message) => {
        throw new Error(message)
      })
      await shipper.turn(new AbortController().signal)
      await shipper.idle()
    }
    const csv = join(folder.path, 'copy.csv')
    const exported = await costOf(() =>
      call(exportFigures, { directory: join(folder.path, 'export') }),
    )
    const filled = { postgresql: await fill('postgresql'), duckdb: await fill('duckdb') }
    const instance = await DuckDBInstance.create(join(files, 'copy.duckdb'))
    const connection = await instance.connect()
    await connection.run(`COPY adtally_figures_rows TO '${csv}' (FORMAT csv, HEADER false)`)
    const psql = (sql: string) => {
      const run = spawnSync(join(findBinaries(), 'psql'), [bare, '-c', sql], { encoding: 'utf8' })
      if (run.status !== 0) throw new Error(run.stderr)
    }
    const columns = await connection.runAndReadAll(
      "SELECT string_agg(column_name || ' ' || replace(data_type, 'VARCHAR', 'TEXT'), ', ') FROM duckdb_columns() WHERE table_name = 'adtally_figures_rows'",
    )
    psql(`CREATE TABLE bare (${columns.getRows()[0]![0]})`)
    const copied = await costOf(async () => psql(`\\copy bare FROM '${csv}' (FORMAT csv)`))
    const inserted = await costOf(() =>
      connection.run(`CREATE TABLE bare AS FROM read_csv('${csv}', header = false)`),
    )
    connection.closeSync()
    instance.closeSync()
    const slice = Array.from(
      { length: 500 },
      (_, row) => `2025-03-01,${appIdOf(0)},admob,banner,US,tag-${row},7,0.5`,
    )
    const restated = `date,app_id,network,format,country,ad_tag,impressions,revenue\n${slice.join('\n')}\n`
    writeFileSync(join(folder.path, 'slice.csv'), restated)
    await call(importFigures, {}, give('slice.csv'))
    const delta = await costOf(turn)
    for (const name of kinds) {
      const { entry, last_error: error } = await call(showDestination, { username, name })
      if (entry !== months.length + 1) throw new Error(`${name}: ${error}`)
    }
    await installation.close()
    const line = (name: string, { ms, processorMs }: typeof exported) => [
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
          line('PostgreSQL, with history', filled.postgresql),
          line(String.raw`psql: \copy of the same rows`, copied),
          line('DuckDB file, with history', filled.duckdb),
          line('DuckDB: CREATE TABLE … FROM read_csv', inserted),
          line('adtally export', exported),
        ],
      ),
    )
    return [
      target(
        String.raw`warehouse: PostgreSQL ÷ \copy`,
        { atLeast: 0.5 },
        copied.ms / filled.postgresql.ms,
        short,
      ),
      target('warehouse: DuckDB ÷ export', { atLeast: 0.5 }, exported.ms / filled.duckdb.ms, short),
      target(
        'warehouse: one slice of 500 rows to both, ms',
        { atMost: mostDeltaMs },
        delta.ms,
        short,
      ),
    ]
  } finally {
    await postgres.stop()
  }
}
