import { createClient } from '@clickhouse/client'
import { planReport } from '../src/reporting/plan-report.ts'
import type { ReportRequest } from '../src/reporting/report-request.ts'
import { clickhouseDialect } from '../src/storage/clickhouse/clickhouse-dialect.ts'
import { bound } from '../src/storage/clickhouse/clickhouse-report-store.ts'
import { ClickhouseConnection, type QueryParameters } from '../src/storage/clickhouse/connection.ts'
import { readBlocks } from '../src/storage/clickhouse/native-blocks.ts'
import { Labels } from '../src/storage/duckdb/labels.ts'
import { compilePlan } from '../src/storage/sql/compile-plan.ts'
import { parseDay } from '../src/values/day.ts'

// How the journal's rows are best laid out: node bench/clickhouse-journal.ts http://127.0.0.1:8123
// Fills a database of its own, adtally_bench, with a year of 200 apps, a month of it restated.

const url = process.argv[2] ?? 'http://127.0.0.1:8123'
const database = 'adtally_bench'
const apps = 200
const rowsPerDay = 140
const rounds = 30

const columns = (codec: string) => `day Date, account UInt32, app UInt32, network UInt16,
  format UInt16, country UInt16, ad_tag UInt32, impressions Int64 ${codec}, clicks Int64 ${codec},
  installs Int64 ${codec}, revenue_micros Int64 ${codec}, clicks_known Int8, installs_known Int8,
  sign Int8, since UInt32`
const order = 'account, app, day, network, format, country, ad_tag'

const layouts: Readonly<Record<string, string>> = {
  'LZ4, granules of 8,192': layout('', 8_192),
  'LZ4, granules of 2,048': layout('', 2_048),
  'ZSTD, granules of 8,192': layout('CODEC(ZSTD(1))', 8_192),
  'T64 and ZSTD, granules of 8,192': layout('CODEC(T64, ZSTD(1))', 8_192),
}

function layout(codec: string, granularity: number): string {
  return `(${columns(codec)}) ENGINE = MergeTree PARTITION BY toYYYYMM(day) ORDER BY (${order})
    SETTINGS index_granularity = ${granularity}`
}

/** A year as 365 entries brought it, and its last month again with other figures. */
const fill = (firstDay: number, days: number, sign: number, since: string) => `INSERT INTO figures
  SELECT toDate(20454 + ${firstDay} + intDiv(number, ${apps * rowsPerDay}) % ${days}) AS day, 1,
    intDiv(number, ${rowsPerDay}) % ${apps} AS app, number % 7, intDiv(number, 7) % 4, number % 140 * 4, 0,
    cityHash64(number, 1) % 5000, cityHash64(number, 2) % 100, 0, cityHash64(number, 3) % 9000000,
    ${sign}, 0, ${sign}, ${since}
  FROM numbers(${apps * rowsPerDay * days})`

const day = (text: string) => parseDay(text)!
const question = (more: Partial<ReportRequest>): ReportRequest => ({
  ...{ account: 1, apps: [77], filters: {}, sorted: true, totals: null },
  ...{ days: { firstDay: day('2026-03-02'), lastDay: day('2026-03-08') } },
  dimensions: ['day', 'app', 'network', 'format', 'country'],
  measures: ['impressions', 'clicks', 'revenueCents'],
  ...more,
})
const year = { firstDay: day('2026-01-01'), lastDay: day('2026-12-31') }
const questions: Readonly<Record<string, ReportRequest>> = {
  'week of an app': question({}),
  'restated week': question({
    days: { firstDay: day('2026-12-07'), lastDay: day('2026-12-13') },
  }),
  'year of an app': question({ days: year }),
  'apps, a month': question({
    apps: null,
    dimensions: ['app'],
    filters: { countries: ['AA', 'AE'] },
    days: { firstDay: day('2026-03-01'), lastDay: day('2026-03-31') },
  }),
}

const admin = createClient({ url })
await admin.command({ query: `CREATE DATABASE IF NOT EXISTS ${database}` })
const connection = new ClickhouseConnection({ urls: [url], database, readTimeoutMs: 120_000 })
const run = (query: string) => connection.commandEverywhere(query)
const dialect = clickhouseDialect(new Labels(), { last: 400, hidden: [17, 300] })

for (const [name, definition] of Object.entries(layouts)) {
  await run('DROP TABLE IF EXISTS figures SYNC')
  await run(`CREATE TABLE figures ${definition}`)
  await run(fill(0, 365, 1, 'toUInt32(toDate(day)) - 20453'))
  await run(fill(334, 31, 0, '370'))
  await run('OPTIMIZE TABLE figures FINAL')
  const [size] = await connection.rows(
    `SELECT sum(rows), sum(bytes_on_disk) / sum(rows) FROM system.parts WHERE active AND table = 'figures' AND database = '${database}'`,
  )
  const line = [`${name}: ${size![0]} rows, ${Number(size![1]).toFixed(1)} bytes each`]
  for (const [title, request] of Object.entries(questions)) {
    const { text, parameters } = compilePlan(planReport(request), dialect)
    line.push(`${title} ${(await median(() => read(text, bound(parameters)))).toFixed(1)} ms`)
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
    const { text, parameters } = compilePlan(planReport(request), written)
    const taken = await median(() => read(`${text}\n${settings}`, bound(parameters)))
    line.push(`${title} ${taken.toFixed(1)} ms`)
  }
  console.log(`${way}: ${line.join('; ')}`)
}
for (const total of ['sum(impressions)', "accurateCast(sum(toInt128(impressions)), 'Int64')"]) {
  const text = `SELECT app, ${total} FROM figures WHERE account = 1 GROUP BY app`
  console.log(`${total} of every row: ${(await median(() => read(text, {}), 5)).toFixed(1)} ms`)
}
await run('DROP DATABASE adtally_bench')
await connection.close()
await admin.close()

async function read(text: string, parameters: QueryParameters) {
  for await (const _ of readBlocks(await connection.ask(`${text}\nFORMAT Native`, parameters)));
}

/** Of several times the middle one, decoding included. */
async function median(work: () => Promise<void>, times = rounds): Promise<number> {
  const taken: number[] = []
  for (let round = 0; round < times; round++) {
    const start = performance.now()
    await work()
    taken.push(performance.now() - start)
  }
  return taken.sort((a, b) => a - b)[Math.floor(times / 2)]!
}
