import { addDays } from '../src/values/day.ts'
import { startAsked } from './asked-service.ts'
import { type Asked, type AskKind, addressOf, askKinds, asksOf } from './asks.ts'
import { type DataSet, findDataSet } from './data-set.ts'
import { dayCount, firstDay, keyOf } from './figures-shape.ts'
import { quiet } from './fill-memory.ts'
import { clientName } from './load/load.ts'
import { Addresses, clients, Measured } from './load/measure.ts'
import { formatTable, heading, short, times } from './table.ts'
import type { Target } from './target.ts'

const bounds = ['0MB', '64MB', null] as const
const recentDays = 30
/** Of five requests, this many are about recent days. */
const recentOfFive = 4
const warmUpSeconds = 15
const loadSeconds = 4
const growth = 5
const maxGrowth = 1.25
const maxFirstAnswerMs = 500
const megabyte = 1e6

interface MixResult {
  readonly rowCount: number
  readonly measured: Measured
  readonly keptBytes: number
  readonly boundBytes: number
  readonly rssBytes: number
  readonly firstAnswerMs: number
}

/**
 * Weeks of single apps, never the same one twice: four of five in the last 30 days, one at any time.
 * Also on five times the rows, if that data set is built.
 */
export async function benchMix(rows: number, dataSet: DataSet): Promise<Target[]> {
  const larger = findDataSet(growth * rows, 'one')
  const results: MixResult[] = []
  for (const each of larger ? [dataSet, larger] : [dataSet]) {
    for (const bound of bounds) results.push(await ask(each, bound))
  }
  console.log(
    heading(`mix: weeks of one app, 80 % in the last 30 days, ${clients} clients, ${clientName}`),
  )
  const names = ['requests/s', 'CPU ms', 'p99 ms', 'MB kept', 'of MB', 'RSS MB', 'first answer ms']
  console.log(
    formatTable(
      ['M rows', ...names],
      results.map(({ rowCount, measured, keptBytes, boundBytes, rssBytes, firstAnswerMs }) => [
        short(rowCount / 1e6),
        ...[measured.perSecond, measured.processorMsEach, measured.p99Ms[0]!].map(short),
        ...[keptBytes / megabyte, boundBytes / megabyte, rssBytes / megabyte].map(short),
        short(firstAnswerMs),
      ]),
    ),
  )
  if (!larger) console.log(`\n  ${growth} times the rows: not built (--rows ${growth * rows})`)
  return targetsOf(results)
}

async function ask(dataSet: DataSet, bound: string | null): Promise<MixResult> {
  const week = askKinds[0]!
  const asked = await startAsked(dataSet, bound)
  try {
    const addresses = new Addresses(mixOf(dataSet, week).map((each) => addressOf(week, each)))
    const [first] = addresses.take(1)
    const { ms } = await asked.service.time({ path: first!.path, key: keyOf(0) })
    // A service reads the latest figures by itself.
    await quiet(asked)
    await new Measured().addFirst(asked.side(week), addresses, warmUpSeconds)
    const measured = new Measured()
    await measured.addFirst(asked.side(week), addresses, loadSeconds)
    const memory = await asked.service.memory()
    return { rowCount: dataSet.rowCount, measured, ...memory, firstAnswerMs: ms }
  } finally {
    await asked.stop()
  }
}

/** Recent and other requests in turn; spans of three to nine days make enough different ones. */
function mixOf(dataSet: DataSet, week: AskKind): Asked[] {
  const spansOf = (from: number) => {
    const lengths = Array.from({ length: 7 }, (_, more) => 3 + more)
    return lengths.flatMap((days) =>
      Array.from({ length: dayCount - from - days + 1 }, (_, start) => {
        const first = addDays(firstDay, from + start)
        return { firstDay: first, lastDay: addDays(first, days - 1) }
      }),
    )
  }
  const of = (from: number) => asksOf(dataSet, { ...week, spans: spansOf(from) }, 60_000)
  const [recent, any] = [of(dayCount - recentDays), of(0)]
  const groups = Math.floor(Math.min(recent.length / recentOfFive, any.length))
  return Array.from({ length: groups }, (_, group) => [
    ...recent.slice(group * recentOfFive, (group + 1) * recentOfFive),
    any[group]!,
  ]).flat()
}

function targetsOf(results: readonly MixResult[]): Target[] {
  const ofRows = (rowCount: number) => results.filter((each) => each.rowCount === rowCount)
  const [few, many] = [results[0]!.rowCount, results.at(-1)!.rowCount]
  const worst = Math.max(...results.map(({ firstAnswerMs }) => firstAnswerMs))
  const within = results.every(({ keptBytes, boundBytes }) => keptBytes <= boundBytes)
  const targets: Target[] = [
    {
      name: 'mix: bytes kept, compared with the bound',
      wanted: 'within it',
      measured: within ? 'within it' : 'beyond it',
      met: within,
    },
    {
      name: 'mix: first answer after the start',
      wanted: `≤ ${maxFirstAnswerMs} ms`,
      measured: `${short(worst)} ms`,
      met: worst <= maxFirstAnswerMs,
    },
  ]
  if (many === few) return targets
  const [before, after] = [few, many].map((rows) => ofRows(rows).at(-1)!.measured.processorMsEach)
  const ratio = after! / before!
  return [
    ...targets,
    {
      name: `mix: CPU of an answer with ${growth} times the rows`,
      wanted: `≤ ${times(maxGrowth)}`,
      measured: times(ratio),
      met: ratio <= maxGrowth,
    },
  ]
}
