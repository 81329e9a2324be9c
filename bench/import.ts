import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { openInstallation } from '../src/compose/installation.ts'
import { dataDirectory } from '../src/config/data-directory.ts'
import { importFigures } from '../src/use-cases/import-figures.ts'
import type { Call } from '../src/use-cases/use-case.ts'
import { benchDirectory, createApps, writeFigures } from './data-set.ts'
import { accountsFor, appIdOf, appsFor, firstNewDay, rowsPerAppDay } from './figures-shape.ts'
import { ImportTimes } from './import-times.ts'
import { median } from './percentiles.ts'
import { ProcessWatch } from './process-watch.ts'
import { formatTable, heading, short } from './table.ts'
import type { Target } from './target.ts'

const runCount = 3
/** Imports of ten rows that are timed, after those that warm the process up. */
const fewImports = 30
const warmUps = 10
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
  const servedMs: number[] = []
  const engineMs: number[] = []
  const peakBytes: number[] = []
  const watch = new ProcessWatch()
  for (let run = 0; run < runCount; run++) {
    watch.start()
    ours.push(await importFile(path, appCount, 'command'))
    peakBytes.push(watch.look().peakRssBytes)
    servedMs.push((await importFile(path, appCount, 'serve')).totalMs)
    engineMs.push(await insertFile(path))
  }
  watch.stop()
  const fewMs = await importFewRows(appCount)
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
        line('the same with the engine of a server', servedMs),
        line('engine: INSERT INTO t SELECT * FROM read_csv', engineMs),
        ['speed, compared with the engine', `${share.toFixed(3)}x`],
        ['peak memory of the process, MB', short(Math.max(...peakBytes) / 1e6)],
        [
          'import of ten rows, ms',
          short(median(fewMs)),
          short(Math.min(...fewMs)),
          short(Math.max(...fewMs)),
        ],
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

function importFile(
  path: string,
  appCount: number,
  use: 'command' | 'serve',
): Promise<ImportTimes> {
  return withFreshStores(appCount, use, (call) =>
    ImportTimes.of((onProgress) =>
      call(importFigures, {}, { files: [{ name, path }], onProgress }),
    ),
  )
}

/** Imports ten rows again and again. @returns the milliseconds of each import after the first ones */
function importFewRows(appCount: number): Promise<number[]> {
  const path = join(work, 'few.csv')
  return withFreshStores(appCount, 'serve', async (call) => {
    const times: number[] = []
    for (let nth = 0; nth < warmUps + fewImports; nth++) {
      const rows = Array.from(
        { length: 10 },
        (_, row) => `2026-02-0${1 + (nth % 9)},${appIdOf(0)},net_${row},banner,US,${nth},1.5`,
      )
      writeFileSync(
        path,
        `date,app_id,network,format,country,impressions,revenue\n${rows.join('\n')}\n`,
      )
      const started = performance.now()
      await call(importFigures, {}, { files: [{ name: 'few.csv', path }] })
      times.push(performance.now() - started)
    }
    return times.slice(warmUps)
  })
}

async function withFreshStores<Result>(
  appCount: number,
  use: 'command' | 'serve',
  run: (call: Call) => Promise<Result>,
): Promise<Result> {
  const directory = dataDirectory(join(work, 'fresh'))
  rmSync(directory.root, { recursive: true, force: true })
  const installation = await openInstallation(directory, { use })
  try {
    await createApps(installation.call, work, appCount, accountsFor(appCount))
    return await run(installation.call)
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
