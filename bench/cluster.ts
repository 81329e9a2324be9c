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
/** Questions of each kind that fill a service's memory. */
const warmUpCount = 600
const maxOverhead = 1.3
const nothingKept = { ADTALLY_ANSWER_MEMORY: '0MB' }

/** The service over one kind of store, and the same questions sent directly to that store. */
interface Side {
  readonly name: string
  readonly dataSet: DataSet
  /** Keeps nothing in memory, so each question is the store's. */
  readonly service: Service
  /** Ends that service, and starts one that answers from memory. */
  readonly withMemory: () => Promise<Service>
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
    const table = Object.keys(kinds).map((name) => [name])
    const targets: Target[] = []
    for (const side of sides) {
      const ratios: string[][] = []
      for (const [name, kind] of Object.entries(kinds)) {
        const { overHttp, direct } = await timeInTurns(side, kind)
        const ratio = median(overHttp) / median(direct)
        ratios.push([short(median(overHttp)), short(median(direct)), times(ratio)])
        if (side.name !== 'DuckDB') {
          targets.push({
            name: `${side.name}: ${name}`,
            wanted: `≤ ${times(maxOverhead)}`,
            measured: times(ratio),
            met: ratio <= maxOverhead,
          })
        }
      }
      const fromMemory = await timeFromMemory(side)
      for (const [place, cells] of ratios.entries()) {
        table[place]!.push(...cells, short(median(fromMemory[place]!)))
      }
    }
    const count = dataSet.rowCount.toLocaleString('en-US')
    console.log(
      heading(
        `cluster: ${count} rows, p50 in ms over HTTP, of the direct query, ratio, from memory`,
      ),
    )
    const columns = sides.flatMap(({ name }) => [name, 'direct', 'ratio', 'memory'])
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

/** The milliseconds of first asks of each kind, once a service has been asked other questions. */
async function timeFromMemory({ dataSet, withMemory }: Side): Promise<number[][]> {
  const service = await withMemory()
  try {
    const all = Object.values(kinds).map((kind) =>
      questionsOf(dataSet, kind, warmUpCount + roundCount * perRound),
    )
    for (const question of all.flatMap((questions) => questions.slice(0, warmUpCount))) {
      await service.time(question)
    }
    const timed: number[][] = []
    for (const questions of all) {
      const ofKind: number[] = []
      for (const question of questions.slice(warmUpCount)) {
        ofKind.push((await service.time(question)).ms)
      }
      timed.push(ofKind)
    }
    return timed
  } finally {
    await service.stop()
  }
}

async function embedded(dataSet: DataSet): Promise<Side> {
  const service = await Service.start(dataSet, import.meta.dirname, nothingKept)
  const direct = async (questions: readonly Question[]) => [
    ...(await service.engine(questions)).queryMs,
  ]
  const bytesPerRow = async () => statSync(dataSet.directory.figures).size / dataSet.rowCount
  const withMemory = async () => {
    await service.stop()
    return Service.start(dataSet)
  }
  return {
    name: 'DuckDB',
    dataSet,
    service,
    withMemory,
    direct,
    bytesPerRow,
    close: async () => {},
  }
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
  const service = await Service.start(dataSet, import.meta.dirname, { ...env, ...nothingKept })
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
    withMemory: async () => {
      await service.stop()
      return Service.start(dataSet, import.meta.dirname, env)
    },
    close: async () => {
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
