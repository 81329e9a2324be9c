import { mkdirSync, rmSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { median } from '../src/insight/spread.ts'
import { type Checkout, workIn } from './checkout.ts'
import { type Cost, costOf } from './cost.ts'
import { firstNewDay, rowsPerAppDay, sizeFor } from './figures-shape.ts'
import { formatTable, heading, short, times } from './table.ts'
import { type Target, target } from './target.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { writeFigures } from './write-figures.ts'

const runCount = 3
const minShare = 1 / 3
const maxLoss = 1.15
const megabyte = 1e6

/** The imports of one checkout. */
interface Seen {
  readonly checkout: Checkout
  readonly large: (Cost & { readonly peakBytes: number })[]
  readonly few: Cost[]
}

/**
 * Times the import of one CSV file into an empty data directory and imports of ten rows, beside the engine's own
 * INSERT from the same file.
 *
 * @param storedRows the file has about a tenth as many rows
 */
export async function benchImport(
  storedRows: number,
  checkouts: readonly Checkout[],
): Promise<Target[]> {
  using folder = temporaryFolder('import-')
  const { appCount } = sizeFor(storedRows)
  const days = Math.max(Math.round(storedRows / 10 / (appCount * rowsPerAppDay)), 1)
  const rowCount = appCount * rowsPerAppDay * days
  const path = join(folder.path, 'new-days.csv')
  const root = join(folder.path, 'fresh')
  const seen = checkouts.map((checkout): Seen => ({ checkout, large: [], few: [] }))
  const engine: Cost[] = []
  await writeFigures(path, appCount, firstNewDay, days)
  for (let run = 0; run < runCount; run++) {
    for (const { checkout, large, few } of run % 2 === 0 ? seen : seen.toReversed()) {
      emptied(root)
      large.push(await workIn(checkout, { task: 'import', root, appCount, path }))
      emptied(root)
      few.push(...(await workIn(checkout, { task: 'few', root, appCount })))
    }
    engine.push(await insertFile(path, join(folder.path, 'engine.duckdb')))
  }
  print(rowCount, statSync(path).size, seen, engine)
  return targetsOf(seen, engine)
}

function emptied(root: string): void {
  rmSync(root, { recursive: true, force: true })
  mkdirSync(root)
}

/** The engine's own INSERT of a file, with its commit. */
async function insertFile(path: string, to: string): Promise<Cost> {
  rmSync(to, { force: true })
  const instance = await DuckDBInstance.create(to, { threads: String(availableParallelism()) })
  const connection = await instance.connect()
  await connection.run(
    `CREATE TABLE t (date DATE, app_id VARCHAR, network VARCHAR, format VARCHAR, country VARCHAR,
      impressions BIGINT, clicks BIGINT, installs BIGINT, revenue DECIMAL(18, 6))`,
  )
  const cost = await costOf(() => connection.run(`INSERT INTO t SELECT * FROM read_csv('${path}')`))
  connection.closeSync()
  instance.closeSync()
  return cost
}

const medianMs = (costs: readonly Cost[]) => median(costs.map(({ ms }) => ms))
const medianProcessorMs = (costs: readonly Cost[]) =>
  median(costs.map(({ processorMs }) => processorMs))

function print(
  rowCount: number,
  fileBytes: number,
  seen: readonly Seen[],
  engine: readonly Cost[],
): void {
  const rows = rowCount.toLocaleString('en')
  console.log(heading(`import: a CSV of ${rows} rows, ${short(fileBytes / megabyte)} MB, new days`))
  const line = (name: string, costs: readonly Cost[], peakBytes: number | null) => [
    name,
    ...[medianMs(costs) / 1_000, medianProcessorMs(costs) / 1_000].map(short),
    Math.round((rowCount / medianMs(costs)) * 1_000).toLocaleString('en'),
    peakBytes === null ? '' : short(peakBytes / megabyte),
  ]
  console.log(
    formatTable(
      [`medians of ${runCount} runs in turn`, 's', 'CPU s', 'rows/s', 'peak memory MB'],
      [
        ...seen.map(({ checkout, large }) =>
          line(checkout.name, large, Math.max(...large.map((one) => one.peakBytes))),
        ),
        line('engine: INSERT … SELECT * FROM read_csv', engine, null),
      ],
    ),
  )
  console.log(heading('import of ten rows'))
  console.log(
    formatTable(
      ['', 'p50 ms', 'CPU ms'],
      seen.map(({ checkout, few }) => [
        checkout.name,
        ...[medianMs(few), medianProcessorMs(few)].map(short),
      ]),
    ),
  )
}

function targetsOf(seen: readonly Seen[], engine: readonly Cost[]): Target[] {
  const own = seen.at(-1)!
  const speed = medianMs(engine) / medianMs(own.large)
  const name = "import: speed ÷ that of the engine's own INSERT"
  const targets = [target(name, { atLeast: minShare }, speed, times)]
  const [other] = seen
  if (other === own) return targets
  const loss = (of: 'large' | 'few') => medianProcessorMs(own[of]) / medianProcessorMs(other![of])
  return [
    ...targets,
    target('import: CPU ÷ that of the other', { atMost: maxLoss }, loss('large'), times),
    target('import of ten rows: CPU ÷ that of the other', { atMost: maxLoss }, loss('few'), times),
  ]
}
