import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { median } from '../src/insight/spread.ts'
import { addDays } from '../src/values/day.ts'
import { Child } from './child.ts'
import { type Cost, costOf } from './cost.ts'
import type { DetailsImport, DetailsWork } from './details-process.ts'
import { detailsPerAppDay, detailsQuery } from './details-shape.ts'
import { firstDay } from './figures-shape.ts'
import { formatTable, heading, short } from './table.ts'
import { type Target, target } from './target.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { writeRows } from './write-figures.ts'

const dayCount = 30
const askedApps = 20
const mostAskMs = 50
const leastRowsPerSecond = 800_000

/**
 * Times the import of a month of details, day by day, beside the engine's own INSERT of the same files, and the first
 * question of some apps: their month by rung.
 */
export async function benchDetails(wantedRows: number): Promise<Target[]> {
  using folder = temporaryFolder('details-')
  const root = join(folder.path, 'data')
  mkdirSync(root)
  const appCount = Math.max(Math.round(wantedRows / (dayCount * detailsPerAppDay)), 1)
  await using child = await Child.start('details-process.ts', [root, String(appCount)])
  const engineFile = join(folder.path, 'engine.duckdb')
  const threads = String(availableParallelism())
  const engine = await DuckDBInstance.create(engineFile, { threads })
  const connection = await engine.connect()
  const imports: DetailsImport[] = []
  const inserts: Cost[] = []
  const path = join(folder.path, 'day.csv')
  for (let day = 0; day < dayCount; day++) {
    await writeRows(path, detailsQuery(appCount, addDays(firstDay, day), 1))
    const work: DetailsWork = { task: 'import', path }
    imports.push((await child.ask(work)) as DetailsImport)
    const insert = day === 0 ? 'CREATE TABLE t AS FROM' : 'INSERT INTO t FROM'
    inserts.push(await costOf(() => connection.run(`${insert} read_csv('${path}')`)))
    rmSync(path)
  }
  connection.closeSync()
  engine.closeSync()
  const days = { firstDay, lastDay: addDays(firstDay, dayCount - 1) }
  const work: DetailsWork = { task: 'ask', days, apps: askedApps }
  const askMs = median((await child.ask(work)) as number[])
  const rows = appCount * dayCount * detailsPerAppDay
  const perSecond = (costs: readonly Cost[]) =>
    Math.round((rows / sumOf(costs, ({ ms }) => ms)) * 1_000)
  const line = (name: string, costs: readonly Cost[], bytes: readonly number[]) => [
    name,
    short(sumOf(costs, ({ ms }) => ms) / 1_000),
    short(sumOf(costs, ({ processorMs }) => processorMs) / 1_000),
    count(perSecond(costs)),
    ...bytes.map((one) => short(one / 1e6)),
  ]
  const peakBytes = Math.max(...imports.map((one) => one.peakBytes))
  console.log(heading(`details: ${count(rows)} rows in ${dayCount} imports`))
  console.log(
    formatTable(
      ['', 's', 'CPU s', 'rows/s', 'disk MB', 'peak memory MB'],
      [
        line('import', imports, [sizeOf(root), peakBytes]),
        [...line('engine: INSERT … FROM read_csv', inserts, [statSync(engineFile).size]), ''],
      ],
    ),
  )
  return [
    target(
      'details: rows/s of imports',
      { atLeast: leastRowsPerSecond },
      perSecond(imports),
      count,
    ),
    target(
      "details: an app's month by rung, first ask, p50 ms",
      { atMost: mostAskMs },
      askMs,
      short,
    ),
  ]
}

const count = (value: number) => value.toLocaleString('en')

const sumOf = (costs: readonly Cost[], of: (cost: Cost) => number) =>
  costs.reduce((sum, cost) => sum + of(cost), 0)

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
