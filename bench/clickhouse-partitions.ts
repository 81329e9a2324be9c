import { clickhouseDialect } from '../src/storage/clickhouse/clickhouse-dialect.ts'
import { Labels } from '../src/storage/duckdb/labels.ts'
import {
  dayOfAll,
  type JournalBench,
  type Layout,
  openJournalBench,
  questions,
  restated,
  yearDays,
} from './journal-data.ts'

// In which order and in which partitions the journal's rows are best kept:
// node bench/clickhouse-partitions.ts http://127.0.0.1:8123
// Fills a database of its own, adtally_bench, day by day as imports do, a month of it once more.

const byDayFirst = 'account, day, app, network, format, country, ad_tag'
const layouts: Readonly<Record<string, Layout>> = {
  'by app, in months': {},
  'by app, in quarters': { partition: 'toStartOfQuarter(day)' },
  'by app, in years': { partition: 'toYear(day)' },
  'by app, in one': { partition: 'tuple()' },
  'by day, in months': { order: byDayFirst },
  'by day, in one': { order: byDayFirst, partition: 'tuple()' },
}
const longestSettlingMs = 120_000

const bench = await openJournalBench(process.argv[2] ?? 'http://127.0.0.1:8123')
const dialect = clickhouseDialect(new Labels(), { last: 400, hidden: [17, 300] })
for (const [name, layout] of Object.entries(layouts)) {
  await bench.layOut(layout)
  const before = await eventCounts(bench)
  const insertMs = await fillByDays(bench)
  await settled(bench)
  const after = await eventCounts(bench)
  const inserted = after.InsertedRows! - before.InsertedRows!
  const [parts] = await bench.connection.rows(
    `SELECT count(), max(rows), sum(bytes_on_disk) / sum(rows) FROM system.parts
    WHERE active AND table = 'figures' AND database = currentDatabase()`,
  )
  const line = [
    `${name}: ${parts![0]} parts, the largest of ${parts![1]} rows`,
    `${Number(parts![2]).toFixed(1)} bytes a row`,
    `a row is merged ${((after.MergedRows! - before.MergedRows!) / inserted).toFixed(1)} times`,
    `a day is taken in within ${insertMs.toFixed(1)} ms`,
  ]
  for (const [title, request] of Object.entries({ ...questions, 'a day of all': dayOfAll })) {
    line.push(`${title} ${(await bench.time(request, dialect)).toFixed(1)} ms`)
  }
  const begun = performance.now()
  await bench.run('ALTER TABLE figures DELETE WHERE since = 200 SETTINGS mutations_sync = 1')
  line.push(`a day is taken out within ${(performance.now() - begun).toFixed(0)} ms`)
  console.log(line.join('; '))
}
await bench.close()

/** An entry for each day, and another for each day that is restated. @returns the median of all */
async function fillByDays({ fill }: JournalBench): Promise<number> {
  const taken: number[] = []
  const one = async (day: number, sign: 0 | 1, since: number) => {
    const begun = performance.now()
    await fill(day, 1, sign, String(since))
    taken.push(performance.now() - begun)
  }
  for (let day = 0; day < yearDays; day++) await one(day, 1, day + 1)
  for (let day = 0; day < restated.days; day++) await one(restated.firstDay + day, 0, 366 + day)
  return taken.sort((a, b) => a - b)[Math.floor(taken.length / 2)]!
}

async function eventCounts({ connection }: JournalBench): Promise<Record<string, number>> {
  const rows = await connection.rows(
    "SELECT event, value FROM system.events WHERE event IN ('MergedRows', 'InsertedRows')",
  )
  return {
    MergedRows: 0,
    InsertedRows: 0,
    ...Object.fromEntries(rows.map(([e, n]) => [e, Number(n)])),
  }
}

/** Waits until nothing is merged any more. */
async function settled({ connection }: JournalBench): Promise<void> {
  const deadline = performance.now() + longestSettlingMs
  for (let quiet = 0; quiet < 10 && performance.now() < deadline; quiet++) {
    const [row] = await connection.rows('SELECT count() FROM system.merges')
    if (Number(row![0]) > 0) quiet = -1
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
