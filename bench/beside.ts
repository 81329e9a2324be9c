import { setTimeout as delay } from 'node:timers/promises'
import type { DataSet } from './data-set.ts'
import { median, percentile } from './percentiles.ts'
import { type Question, questionsOf } from './questions.ts'
import { Service } from './service.ts'
import { formatTable, heading, short, times } from './table.ts'
import type { Target } from './target.ts'

const year = { apps: 'one', days: 365 } as const
const week = { apps: 'one', days: 7 } as const
const readerCount = 64
const readerPauseMs = 25
const usualMs = 6_000
const askers = 4
const maxRatio = 2
const maxBlockMs = 3
const megabyte = 1e6

/** What questions for a week took, and what the process did meanwhile. */
interface Seen {
  readonly name: string
  readonly weekMs: readonly number[]
  readonly longestBlockMs: number
  readonly blockP99Ms: number
  readonly peakRssBytes: number
  readonly keptBytes: number
  readonly boundBytes: number
}

/** Weeks of single apps beside long answers: one app's years, read fast by one client and slowly by 64. */
export async function benchBeside(dataSet: DataSet): Promise<Target[]> {
  // Readers that hold their places must not keep the others waiting for one.
  const service = await Service.start(dataSet, import.meta.dirname, {
    ADTALLY_MAX_ANSWERS: '256',
    ADTALLY_MAX_ANSWERS_PER_ACCOUNT: '256',
  })
  try {
    const weeks = questionsOf(dataSet, week, 20_000)
    let next = 0
    const ask = () => weeks[next++ % weeks.length]!
    for (let turn = 0; turn < 500; turn++) await service.time(ask())
    const seen = [
      await watch(service, 'usual', ask, () => delay(usualMs)),
      await watch(service, "one app's years, one after another", ask, () =>
        years(service, dataSet),
      ),
      await watch(service, `${readerCount} slow readers of a year`, ask, () =>
        slowReaders(service, dataSet),
      ),
      await watch(service, 'both', ask, async () => {
        await Promise.all([years(service, dataSet), slowReaders(service, dataSet)])
      }),
    ]
    print(seen)
    return targetsOf(seen)
  } finally {
    await service.stop()
  }
}

/** Asks for weeks, from a few clients, for as long as the work takes. */
export async function watch(
  service: Service,
  name: string,
  ask: () => Question,
  work: () => Promise<unknown>,
): Promise<Seen> {
  await service.watch()
  const weekMs: number[] = []
  let isOver = false
  const asking = Array.from({ length: askers }, async () => {
    while (!isOver) weekMs.push((await service.time(ask())).ms)
  })
  await work()
  isOver = true
  await Promise.all(asking)
  const { longestBlockMs, blockP99Ms, peakRssBytes } = await service.look()
  const { keptBytes, boundBytes } = await service.memory()
  return { name, weekMs, longestBlockMs, blockP99Ms, peakRssBytes, keptBytes, boundBytes }
}

async function years(service: Service, dataSet: DataSet): Promise<void> {
  const until = performance.now() + usualMs
  const questions = questionsOf(dataSet, year, dataSet.appCount)
  for (const question of questions) {
    if (performance.now() > until) return
    await service.time(question)
  }
}

async function slowReaders(service: Service, dataSet: DataSet): Promise<void> {
  const readers = questionsOf(dataSet, year, readerCount).map(async (question) => {
    for await (const _piece of await service.open(question)) await delay(readerPauseMs)
  })
  await Promise.all(readers)
}

function print(seen: readonly Seen[]): void {
  console.log(heading(`beside: one app's week from ${askers} clients, beside long answers`))
  const names = [
    'weeks',
    'p50 ms',
    'p99 ms',
    'block p99 ms',
    'longest',
    'RSS MB',
    'kept MB',
    'of MB',
  ]
  console.log(
    formatTable(
      ['beside', ...names],
      seen.map((each) => [
        each.name,
        String(each.weekMs.length),
        ...[median(each.weekMs), percentile(each.weekMs, 0.99)].map(short),
        ...[each.blockP99Ms, each.longestBlockMs].map(short),
        ...[each.peakRssBytes, each.keptBytes, each.boundBytes].map((bytes) =>
          short(bytes / megabyte),
        ),
      ]),
    ),
  )
  console.log('\n  block: how long the main thread kept a timer waiting.')
}

function targetsOf([usual, ...loaded]: readonly Seen[]): Target[] {
  const p99 = ({ weekMs }: Seen) => percentile(weekMs, 0.99)
  const within = [usual!, ...loaded].every(({ keptBytes, boundBytes }) => keptBytes <= boundBytes)
  return [
    ...loaded.flatMap((each): Target[] => {
      const ratio = p99(each) / p99(usual!)
      return [
        {
          name: `week beside ${each.name}: p99, compared with usual`,
          wanted: `≤ ${times(maxRatio)}`,
          measured: times(ratio),
          met: ratio <= maxRatio,
        },
        {
          name: `main thread beside ${each.name}: longest block`,
          wanted: `≤ ${maxBlockMs} ms`,
          measured: `${short(each.longestBlockMs)} ms`,
          met: each.longestBlockMs <= maxBlockMs,
        },
      ]
    }),
    {
      name: 'bytes kept for answers beside them',
      wanted: 'within the bound',
      measured: within ? 'within it' : 'beyond it',
      met: within,
    },
  ]
}
