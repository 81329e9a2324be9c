import { clickhouseDialect } from '../src/storage/clickhouse/clickhouse-dialect.ts'
import { Labels } from '../src/storage/duckdb/labels.ts'
import { type Layout, openJournalBench, questions, restated, yearDays } from './journal-data.ts'

// How the journal's rows are best packed: node bench/clickhouse-journal.ts http://127.0.0.1:8123
// Fills a database of its own, adtally_bench, with a year of 200 apps, a month of it restated.

const layouts: Readonly<Record<string, Layout>> = {
  'LZ4, granules of 8,192': { codec: '' },
  'LZ4, granules of 2,048': { codec: '', granularity: 2_048 },
  'ZSTD, granules of 8,192': { codec: 'CODEC(ZSTD(1))' },
  'T64 and ZSTD, granules of 8,192': {},
}

const bench = await openJournalBench(process.argv[2] ?? 'http://127.0.0.1:8123')
const dialect = clickhouseDialect(new Labels(), { last: 400, hidden: [17, 300] })

for (const [name, layout] of Object.entries(layouts)) {
  await bench.layOut(layout)
  await bench.fill(0, yearDays, 1, 'toUInt32(toDate(day)) - 20453')
  await bench.fill(restated.firstDay, restated.days, 0, '370')
  await bench.run('OPTIMIZE TABLE figures FINAL')
  const [size] = await bench.connection.rows(
    `SELECT sum(rows), sum(bytes_on_disk) / sum(rows) FROM system.parts
    WHERE active AND table = 'figures' AND database = currentDatabase()`,
  )
  const line = [`${name}: ${size![0]} rows, ${Number(size![1]).toFixed(1)} bytes each`]
  for (const [title, request] of Object.entries(questions)) {
    line.push(`${title} ${(await bench.time(request, dialect)).toFixed(1)} ms`)
  }
  console.log(line.join('; '))
}
const { standing: _standing, presence: _presence, ...plain } = dialect
const ways = {
  'as a journal': [dialect, ''],
  'as a journal, one thread': [dialect, 'SETTINGS max_threads = 1'],
  'as a plain table': [plain, ''],
} as const
for (const [way, [written, settings]] of Object.entries(ways)) {
  const line = []
  for (const [title, request] of Object.entries(questions)) {
    line.push(`${title} ${(await bench.time(request, written, settings)).toFixed(1)} ms`)
  }
  console.log(`${way}: ${line.join('; ')}`)
}
for (const total of ['sum(impressions)', "accurateCast(sum(toInt128(impressions)), 'Int64')"]) {
  const text = `SELECT app, ${total} FROM figures WHERE account = 1 GROUP BY app`
  console.log(`${total} of every row: ${(await bench.timeText(text, 5)).toFixed(1)} ms`)
}
await bench.close()
