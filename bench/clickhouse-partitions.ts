import {
  dayOfAll,
  type JournalBench,
  type Layout,
  openJournalBench,
  questions,
  restated,
  yearDays,
} from './journal-data.ts'
import { median } from './percentiles.ts'
import { formatTable, short } from './table.ts'

// Compares sort orders and partitions of the journal:
// node bench/clickhouse-partitions.ts http://127.0.0.1:8123
// Fills its own database, adtally_bench, day by day as imports do. One month is then restated.

const byDayFirst = 'account, day, app, network, format, country, ad_tag'
const layouts: Readonly<Record<string, Layout>> = {
  'by app, in months': {},
  'by app, in quarters': { partition: 'toStartOfQuarter(day)' },
  'by app, in years': { partition: 'toYear(day)' },
  'by app, one partition': { partition: 'tuple()' },
  'by day, in months': { order: byDayFirst },
  'by day, one partition': { order: byDayFirst, partition: 'tuple()' },
}
const mergeTimeoutMs = 120_000

const bench = await openJournalBench(process.argv[2] ?? 'http://127.0.0.1:8123')
const asked = { ...questions, 'apps, a day': dayOfAll }
const titles = ['milliseconds', 'parts', 'merged', 'day in', ...Object.keys(asked), 'day out']
const kept: string[][] = []
for (const [name, layout] of Object.entries(layouts)) {
  await bench.layOut(layout)
  const before = await mergedRows(bench)
  const inMs = await fillByDays(bench)
  await waitForMerges(bench)
  const { parts, rows } = await bench.stored()
  const merged = ((await mergedRows(bench)) - before) / rows
  const askedMs = await bench.times(Object.values(asked))
  const startMs = performance.now()
  await bench.run('ALTER TABLE figures DELETE WHERE since = 200 SETTINGS mutations_sync = 1')
  const outMs = performance.now() - startMs
  kept.push([name, String(parts), ...[merged, inMs, ...askedMs, outMs].map(short)])
}
console.log(formatTable(titles, kept))
console.log('\n  merged: how often a row was written again; day in, day out: an entry of one day')
await bench.close()

/** Writes an entry for each day and another for each restated day. @returns the median time */
async function fillByDays({ fill }: JournalBench): Promise<number> {
  const taken: number[] = []
  const one = async (day: number, sign: 0 | 1, since: number) => {
    const startMs = performance.now()
    await fill(day, 1, sign, String(since))
    taken.push(performance.now() - startMs)
  }
  for (let day = 0; day < yearDays; day++) await one(day, 1, day + 1)
  for (let day = 0; day < restated.days; day++) await one(restated.firstDay + day, 0, 366 + day)
  return median(taken)
}

/** Rows that the server has merged since it started. */
async function mergedRows({ rows }: JournalBench): Promise<number> {
  const [row] = await rows("SELECT sum(value) FROM system.events WHERE event = 'MergedRows'")
  return Number(row![0])
}

/** Waits until no merge is running. */
async function waitForMerges({ rows }: JournalBench): Promise<void> {
  const deadline = performance.now() + mergeTimeoutMs
  for (let quiet = 0; quiet < 10 && performance.now() < deadline; quiet++) {
    const [row] = await rows('SELECT count() FROM system.merges')
    if (Number(row![0]) > 0) quiet = -1
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
