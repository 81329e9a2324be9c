import { mkdirSync, rmSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { openInstallation } from '../src/compose/installation.ts'
import { dataDirectory } from '../src/config/data-directory.ts'
import { importFigures } from '../src/use-cases/import-figures.ts'
import { benchDirectory, createApps, writeFigures } from './data-set.ts'
import { accountsFor, appsFor, firstNewDay, rowsPerAppDay } from './figures-shape.ts'
import { ImportTimes } from './import-times.ts'
import { median } from './percentiles.ts'
import { formatTable, heading, short } from './table.ts'
import type { Target } from './target.ts'

const runCount = 3
const minShare = 1 / 3
const work = join(benchDirectory, 'import')
const name = 'new-days.csv'

/**
 * Times Adtally's import of one CSV file into an empty data directory, compares it with the engine's
 * own INSERT from the same file, and prints where the import spends its time.
 *
 * @param storedRows rows of the large data set, whose apps the file uses
 * @param fileRows about how many rows the file has
 */
export async function benchImport(storedRows: number, fileRows: number): Promise<Target[]> {
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  const appCount = appsFor(storedRows)
  const days = Math.max(Math.round(fileRows / (appCount * rowsPerAppDay)), 1)
  const path = join(work, name)
  await writeFigures(path, appCount, firstNewDay, days)
  const rowCount = appCount * rowsPerAppDay * days

  const ours: ImportTimes[] = []
  const engineMs: number[] = []
  for (let run = 0; run < runCount; run++) {
    ours.push(await importFile(path, appCount))
    engineMs.push(await insertFile(path))
  }
  const oursMs = ours.map(({ totalMs }) => totalMs)
  const share = median(engineMs) / median(oursMs)
  const line = (title: string, ms: number[]) => [
    title,
    short(median(ms) / 1_000),
    short(Math.min(...ms) / 1_000),
    short(Math.max(...ms) / 1_000),
    Math.round((rowCount / median(ms)) * 1_000).toLocaleString('en-US'),
  ]
  const megabytes = short(statSync(path).size / 1e6)
  console.log(
    heading(
      `import: one CSV of ${rowCount.toLocaleString('en-US')} rows, ${megabytes} MB, new days`,
    ),
  )
  console.log(
    formatTable(
      [`${runCount} alternating runs`, 'median s', 'min', 'max', 'rows/s'],
      [
        line('adtally import, fresh data directory', oursMs),
        line('engine: INSERT INTO t SELECT * FROM read_csv', engineMs),
        ['speed, compared with the engine', `${share.toFixed(3)}x`],
      ],
    ),
  )
  const middle = ours.find(({ totalMs }) => totalMs === median(oursMs))!
  console.log(`\n  where the import of ${short(middle.totalMs / 1_000)} s spends its time\n`)
  console.log(middle.format())
  rmSync(work, { recursive: true, force: true })
  return [
    {
      name: "import: speed, compared with the engine's own INSERT",
      wanted: `≥ ${minShare.toFixed(3)}x`,
      measured: `${share.toFixed(3)}x`,
      met: share >= minShare,
    },
  ]
}

async function importFile(path: string, appCount: number): Promise<ImportTimes> {
  const directory = dataDirectory(join(work, 'fresh'))
  rmSync(directory.root, { recursive: true, force: true })
  const installation = await openInstallation(directory, { use: 'command' })
  try {
    await createApps(installation.call, work, appCount, accountsFor(appCount))
    return await ImportTimes.of((onProgress) =>
      installation.call(importFigures, {}, { files: [{ name, path }], onProgress }),
    )
  } finally {
    await installation.close()
  }
}

/** @returns milliseconds of the INSERT, including its commit */
async function insertFile(path: string): Promise<number> {
  const target = join(work, 'engine.duckdb')
  rmSync(target, { force: true })
  const instance = await DuckDBInstance.create(target, { threads: String(availableParallelism()) })
  const connection = await instance.connect()
  await connection.run(
    `CREATE TABLE t (date DATE, app_id VARCHAR, network VARCHAR, format VARCHAR, country VARCHAR,
      impressions BIGINT, clicks BIGINT, installs BIGINT, revenue DECIMAL(18, 6))`,
  )
  const started = performance.now()
  await connection.run(`INSERT INTO t SELECT * FROM read_csv('${path}')`)
  const ms = performance.now() - started
  connection.closeSync()
  instance.closeSync()
  return ms
}
