import {
  journalDialect,
  type Layout,
  openJournalBench,
  questions,
  restated,
  yearDays,
} from './journal-data.ts'
import { formatTable, short } from './table.ts'

// Compares codecs for the journal's rows: node bench/clickhouse-packing.ts http://127.0.0.1:8123
// Fills its own database, adtally_bench, with a year of 200 apps; one month is restated.

const layouts: Readonly<Record<string, Layout>> = {
  'LZ4, granules of 8,192': { codec: '' },
  'LZ4, granules of 2,048': { codec: '', granularity: 2_048 },
  'ZSTD, granules of 8,192': { codec: 'CODEC(ZSTD(1))' },
  'T64 and ZSTD, granules of 8,192': {},
}

const bench = await openJournalBench(process.argv[2] ?? 'http://127.0.0.1:8123')
const requests = Object.values(questions)
const titles = ['milliseconds', 'bytes a row', ...Object.keys(questions)]

const packed: string[][] = []
for (const [name, layout] of Object.entries(layouts)) {
  await bench.layOut(layout)
  await bench.fill(0, yearDays, 1, 'toUInt32(toDate(day)) - 20453')
  await bench.fill(restated.firstDay, restated.days, 0, '370')
  await bench.run('OPTIMIZE TABLE figures FINAL')
  const { bytesEach } = await bench.stored()
  packed.push([name, short(bytesEach), ...(await bench.times(requests)).map(short)])
}
const { visibleRows: _visibleRows, presence: _presence, ...plain } = journalDialect
const ways = {
  'the last layout, one thread': [journalDialect, 'SETTINGS max_threads = 1'],
  'the last layout as a plain table': [plain, ''],
} as const
for (const [way, [dialect, settings]] of Object.entries(ways)) {
  packed.push([way, '', ...(await bench.times(requests, dialect, settings)).map(short)])
}
console.log(`${formatTable(titles, packed)}\n`)
for (const total of ['sum(impressions)', "accurateCast(sum(toInt128(impressions)), 'Int64')"]) {
  const text = `SELECT app, ${total} FROM figures WHERE account = 1 GROUP BY app`
  console.log(`  ${total} of every row: ${short(await bench.timeText(text))} ms`)
}
await bench.close()
