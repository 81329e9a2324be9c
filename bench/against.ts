import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { DataSet } from './data-set.ts'
import { median } from './percentiles.ts'
import { type QuestionKind, questionsOf } from './questions.ts'
import { Service } from './service.ts'
import { formatTable, heading, short, times } from './table.ts'
import type { Target } from './target.ts'

const kinds: Readonly<Record<string, QuestionKind & { readonly count: number }>> = {
  'one app, 7 days': { apps: 'one', days: 7, count: 300 },
  'one app, 30 days': { apps: 'one', days: 30, count: 200 },
  'one app, 365 days': { apps: 'one', days: 365, count: 40 },
  'all apps, 30 days': { apps: 'all', days: 30, count: 300 },
  'all apps by network, 30 days': { apps: 'all', days: 30, groupBy: 'network', count: 200 },
  'one app by country, 30 days': { apps: 'one', days: 30, groupBy: 'country', count: 200 },
}
const maxRatio = 1.1

/**
 * Sends the same requests to this checkout and to another one, alternating between them, and prints
 * both medians.
 *
 * @param other folder of the other checkout, with its packages installed
 */
export async function benchAgainst(
  rows: number,
  ensure: (rows: number) => Promise<DataSet>,
  other: string,
): Promise<Target[]> {
  const theirs = await import(pathToFileURL(join(other, 'bench', 'data-set.ts')).href)
  const ours = await ensure(rows)
  const sides = [
    { dataSet: (await theirs.ensureDataSet(rows)) as DataSet, folder: join(other, 'bench') },
    { dataSet: ours, folder: import.meta.dirname },
  ]
  const services = await Promise.all(
    sides.map(({ dataSet, folder }) => Service.start(dataSet, folder)),
  )
  const table: string[][] = []
  let worst = 0
  try {
    for (const [name, kind] of Object.entries(kinds)) {
      const ms: number[][] = [[], []]
      // The first round learns the plans and warms up both; it is not counted.
      for (const round of ['warm', 'timed']) {
        for (const [turn, question] of questionsOf(ours, kind, kind.count).entries()) {
          for (const side of turn % 2 === 0 ? [0, 1] : [1, 0]) {
            const { ms: taken } = await services[side]!.time(question)
            if (round === 'timed') ms[side]!.push(taken)
          }
        }
      }
      const [before, after] = ms.map(median)
      const ratio = after! / before!
      worst = Math.max(worst, ratio)
      table.push([name, short(before!), short(after!), times(ratio)])
    }
  } finally {
    for (const service of services) await service.stop()
  }
  console.log(heading(`requests: this checkout and ${other}, p50 in ms, asked in alternation`))
  console.log(formatTable(['request', 'other', 'this', 'ratio'], table))
  return [
    {
      name: 'p50 of each kind of request, compared with the other checkout',
      wanted: `≤ ${times(maxRatio)}`,
      measured: times(worst),
      met: worst <= maxRatio,
    },
  ]
}
