import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readDataDirectory } from '../src/config/data-directory.ts'
import { settingsOf } from '../src/storage/clickhouse/query-settings.ts'
import { clusterName, startClickhouse } from '../test/cluster/clickhouse.ts'
import { benchDirectory, type DataSet, ensureDataSet, fill } from './data-set.ts'
import { median } from './percentiles.ts'
import { type Question, type QuestionKind, questionsOf } from './questions.ts'
import { Service, type Statement } from './service.ts'
import { formatTable, heading, short, times } from './table.ts'
import type { Target } from './target.ts'

const kinds: Readonly<Record<string, QuestionKind>> = {
  'one app, 7 days': { apps: 'one', days: 7 },
  'one app, 30 days': { apps: 'one', days: 30 },
  'one app, 365 days': { apps: 'one', days: 365 },
  'all apps, 30 days': { apps: 'all', days: 30 },
  'all apps by country, 30 days': { apps: 'all', days: 30, groupBy: 'country' },
}
const roundCount = 6
const perRound = 10
const maxOverhead = 1.5

/** The service over one kind of store, and the same questions sent directly to that store. */
interface Side {
  readonly name: string
  readonly dataSet: DataSet
  readonly service: Service
  /** Milliseconds that the store takes for a question sent directly. */
  readonly direct: (questions: readonly Question[]) => Promise<number[]>
  /** Bytes on disk for each row of figures, including slices and changes. */
  readonly bytesPerRow: () => Promise<number>
  readonly close: () => Promise<void>
}

/**
 * Compares the same figures in DuckDB, in one ClickHouse node and in two shards, each with the same
 * query sent directly. The servers are those of the tests.
 */
export async function benchCluster(rows: number): Promise<Target[]> {
  const dataSet = await ensureDataSet(rows)
  const sides = [await embedded(dataSet)]
  try {
    for (const shards of [1, 2] as const) sides.push(await journal(dataSet, shards))
    const table: string[][] = []
    const targets: Target[] = []
    for (const [name, kind] of Object.entries(kinds)) {
      const cells = [name]
      for (const side of sides) {
        const { overHttp, direct } = await timeInTurns(side, kind)
        const ratio = median(overHttp) / median(direct)
        cells.push(short(median(overHttp)), short(median(direct)), times(ratio))
        if (side.name !== 'DuckDB') {
          targets.push({
            name: `${side.name}: ${name}`,
            wanted: `≤ ${times(maxOverhead)}`,
            measured: times(ratio),
            met: ratio <= maxOverhead,
          })
        }
      }
      table.push(cells)
    }
    const count = dataSet.rowCount.toLocaleString('en-US')
    console.log(heading(`cluster: ${count} rows, p50 in ms over HTTP, of the direct query, ratio`))
    const columns = sides.flatMap(({ name }) => [name, 'direct', 'ratio'])
    console.log(formatTable(['request', ...columns], table))
    const sizes = []
    for (const side of sides) sizes.push([side.name, short(await side.bytesPerRow())])
    console.log(heading('bytes on disk for each row of figures'))
    console.log(formatTable(['store', 'bytes'], sizes))
    return targets
  } finally {
    for (const side of sides) await side.close()
  }
}

async function timeInTurns({ dataSet, service, direct }: Side, kind: QuestionKind) {
  const questions = questionsOf(dataSet, kind, roundCount * perRound)
  const result = { overHttp: [] as number[], direct: [] as number[] }
  // This round warms up; it is not counted.
  for (const question of questions.slice(0, perRound)) await service.time(question)
  await direct(questions.slice(0, perRound))
  for (let round = 0; round < roundCount; round++) {
    const part = questions.slice(round * perRound, (round + 1) * perRound)
    for (const question of part) result.overHttp.push((await service.time(question)).ms)
    result.direct.push(...(await direct(part)))
  }
  return result
}

async function embedded(dataSet: DataSet): Promise<Side> {
  const service = await Service.start(dataSet)
  const direct = async (questions: readonly Question[]) => [
    ...(await service.engine(questions)).queryMs,
  ]
  const bytesPerRow = async () => statSync(dataSet.directory.figures).size / dataSet.rowCount
  return { name: 'DuckDB', dataSet, service, direct, bytesPerRow, close: () => service.stop() }
}

async function journal(
  { appCount, accountCount, rowCount }: DataSet,
  shards: 1 | 2,
): Promise<Side> {
  const servers = await startClickhouse({ shards })
  const root = mkdtempSync(join(benchDirectory, 'journal-'))
  const env = {
    ADTALLY_CLICKHOUSE_URL: servers.urls.join(','),
    ...(shards > 1 && { ADTALLY_CLICKHOUSE_CLUSTER: clusterName }),
  }
  const dataSet = {
    directory: readDataDirectory(root, '', { env, cwd: process.cwd() }),
    appCount,
    accountCount,
    rowCount,
  }
  const name = shards === 1 ? 'ClickHouse' : 'two shards'
  await fill(dataSet, (month) => process.stderr.write(`  ${name}: ${month}\n`))
  const service = await Service.start(dataSet, import.meta.dirname, env)
  const settings = settingsOf('read', {
    ...{ urls: servers.urls, database: 'adtally', replicated: false },
    ...{ cluster: shards > 1 ? clusterName : null, readTimeoutMs: 10_000 },
    ...{ writeTimeoutMs: 120_000, connections: 16 },
  })
  const ask = (statement: Statement) => askDirectly(servers.urls[0]!, statement, settings)
  return {
    name,
    dataSet,
    service,
    direct: async (questions) => {
      const ms: number[] = []
      for (const question of questions) {
        const statements = await service.statementsOf(question)
        const started = performance.now()
        await Promise.all(statements.map(ask))
        ms.push(performance.now() - started)
      }
      return ms
    },
    bytesPerRow: async () => {
      let bytes = 0
      for (const url of servers.urls) bytes += await bytesOf(url, shards)
      return bytes / rowCount
    },
    close: async () => {
      await service.stop()
      await servers.stop()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** Bytes of figures, slices and changes on a node after their parts are merged. */
async function bytesOf(url: string, shards: number): Promise<number> {
  const local = (table: string) => (shards > 1 ? `${table}_local` : table)
  for (const table of ['figures', 'slices', 'changes']) {
    await askDirectly(url, { query: `OPTIMIZE TABLE ${local(table)} FINAL`, parameters: {} }, {})
  }
  const query = `SELECT sum(bytes_on_disk) FROM system.parts
    WHERE active AND database = 'adtally' FORMAT TabSeparated`
  return Number(await askDirectly(url, { query, parameters: {} }, {}))
}

/** Sends a statement as the service does, and discards its answer. */
async function askDirectly(
  url: string,
  { query, parameters }: Statement,
  settings: object,
): Promise<string> {
  const address = new URL(url)
  for (const [name, value] of Object.entries({ ...settings, database: 'adtally' })) {
    address.searchParams.set(name, String(value))
  }
  for (const [name, value] of Object.entries(parameters)) {
    address.searchParams.set(`param_${name}`, String(value))
  }
  const answer = await fetch(address, { method: 'POST', body: query })
  if (!answer.ok) throw new Error(await answer.text())
  return answer.text()
}
