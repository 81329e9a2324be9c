import autocannon from 'autocannon'
import type { DataSet } from './data-set.ts'
import { median, percentile } from './percentiles.ts'
import { type Question, type QuestionKind, questionsOf } from './questions.ts'
import { Service } from './service.ts'
import { formatTable, heading, short, times } from './table.ts'
import type { Target } from './target.ts'
import { Timings } from './timings.ts'

/** A kind of request, and how often it is timed. */
interface Case extends QuestionKind {
  readonly name: string
  readonly count: number
}

const weekOfOneApp = 'one app, 7 days'
const maxWeekRatio = 2.5

const cases: readonly Case[] = [
  { name: weekOfOneApp, apps: 'one', days: 7, count: 240 },
  { name: 'one app, 30 days', apps: 'one', days: 30, count: 160 },
  { name: 'one app, 365 days', apps: 'one', days: 365, count: 40 },
  { name: 'all apps, 7 days', apps: 'all', days: 7, count: 240 },
  { name: 'all apps, 30 days', apps: 'all', days: 30, count: 160 },
  { name: 'all apps, 365 days', apps: 'all', days: 365, count: 120 },
  ...(['network', 'format', 'country'] as const).flatMap((groupBy) => [
    { name: `one app by ${groupBy}, 30 days`, apps: 'one', days: 30, groupBy, count: 120 } as const,
    {
      name: `all apps by ${groupBy}, 30 days`,
      apps: 'all',
      days: 30,
      groupBy,
      count: 120,
    } as const,
  ]),
]

const roundCount = 8
const loadMs = 1_500
const loadClients = 8
const loadLanes = 4

/** Times requests over HTTP and the same queries on the bare engine, and prints both. */
export async function benchRequests(dataSet: DataSet): Promise<Target[]> {
  const service = await Service.start(dataSet)
  const rows: string[][] = []
  let weekRatio = Number.NaN
  try {
    for (const kind of cases) {
      const { overHttp, engine, rowsEach } = await timeInTurns(service, dataSet, kind)
      const load = await timeUnderLoad(service, questionsOf(dataSet, kind, 40))
      const ratio = median(overHttp.ms) / median(engine.ms)
      if (kind.name === weekOfOneApp) weekRatio = ratio
      rows.push([
        kind.name,
        rowsEach.toLocaleString('en-US'),
        short(overHttp.bytes / kind.count / 1_000),
        ...[overHttp, engine].flatMap(({ ms, processorMsEach }) =>
          [median(ms), percentile(ms, 0.99), processorMsEach].map(short),
        ),
        times(ratio),
        ...[load.service, load.engine].map(short),
      ])
    }
  } finally {
    await service.stop()
  }
  const stored = `${(dataSet.rowCount / 1e6).toFixed(1)} M rows stored`
  console.log(heading(`requests: the service over HTTP beside the bare engine, ${stored}`))
  console.log(
    formatTable(
      [
        ...['request', 'rows', 'kB', 'service p50 ms', 'p99', 'cpu'],
        ...['engine p50 ms', 'p99', 'cpu', 'p50 ratio', 'service/s', 'engine/s'],
      ],
      rows,
    ),
  )
  console.log(
    [
      '',
      '  service: the whole server in its own process, over loopback HTTP with keep-alive.',
      '  engine: the same SQL and parameters on a connection of that process, fetching every chunk.',
      '  cpu: processor ms for one answer in that process, all threads; steadier than wall time.',
      '  ms: one client at a time, alternating with the engine; apps, accounts and days change.',
      `  /s: ${loadClients} parallel clients of the service, ${loadLanes} parallel connections of the engine.`,
    ].join('\n'),
  )
  return [
    {
      name: `${weekOfOneApp}: p50, compared with the engine's`,
      wanted: `≤ ${times(maxWeekRatio)}`,
      measured: times(weekRatio),
      met: weekRatio <= maxWeekRatio,
    },
  ]
}

/** Times a kind of request and its SQL alone, in alternating rounds; which one starts changes. */
async function timeInTurns(service: Service, dataSet: DataSet, kind: Case) {
  const questions = questionsOf(dataSet, kind, kind.count)
  // Everything is asked once before, because a server that has been running is what is measured.
  for (let round = 0; round < 2; round++) await new Timings().addService(service, questions)
  const { rowCount } = await service.engine(questions)
  const overHttp = new Timings()
  const engine = new Timings()
  for (let round = 0; round < roundCount; round++) {
    const part = questions.filter((_, turn) => turn % roundCount === round)
    if (round % 2 === 0) await overHttp.addService(service, part)
    await engine.addEngine(service, part)
    if (round % 2 === 1) await overHttp.addService(service, part)
  }
  return { overHttp, engine, rowsEach: Math.round(rowCount / kind.count) }
}

/** Answers per second of the service and of the engine, each with several parallel clients. */
async function timeUnderLoad(service: Service, questions: readonly Question[]) {
  const { requests, duration, non2xx } = await autocannon({
    url: service.baseUrl,
    connections: loadClients,
    duration: loadMs / 1_000,
    requests: questions.map(({ path, key }) => ({
      path,
      headers: { authorization: `Bearer ${key}` },
    })),
  })
  if (non2xx > 0) throw new Error(`${non2xx} requests were refused.`)
  const { queryMs, totalMs } = await service.engine(questions, loadLanes, loadMs)
  return { service: requests.total / duration, engine: (queryMs.length / totalMs) * 1_000 }
}
