import { createClient } from '@clickhouse/client'
import { planReport } from '../src/reporting/plan-report.ts'
import type { ReportRequest } from '../src/reporting/report-request.ts'
import { boundValues, clickhouseDialect } from '../src/storage/clickhouse/clickhouse-dialect.ts'
import { ClickhouseConnection, type QueryParameters } from '../src/storage/clickhouse/connection.ts'
import { readBlocks } from '../src/storage/clickhouse/native-blocks.ts'
import { compilePlan } from '../src/storage/sql/compile-plan.ts'
import { Labels } from '../src/storage/sql/labels.ts'
import type { SqlDialect } from '../src/storage/sql/sql-dialect.ts'
import { parseDay } from '../src/values/day.ts'
import { median } from './percentiles.ts'

/** A year of 200 apps, the last month of which is restated. */
export const yearDays = 365
export const restated = { firstDay: 334, days: 31 } as const
const apps = 200
const rowsPerDay = 140
const rounds = 30
const database = 'adtally_bench'

/** How the tables of the journal are laid out. */
export interface Layout {
  /** The codec of the sums. */
  readonly codec?: string
  readonly granularity?: number
  readonly partition?: string
  readonly order?: string
}

const usual: Required<Layout> = {
  codec: 'CODEC(T64, ZSTD(1))',
  granularity: 8_192,
  partition: 'toYYYYMM(day)',
  order: 'account, app, day, network, format, country, ad_tag',
}

/** The dialect of the journal, with a few hidden entries. */
export const journalDialect = clickhouseDialect(new Labels(), { last: 400, hidden: [17, 300] })

/** A table for trying layouts. */
export interface JournalBench {
  /** Creates the table anew. */
  readonly layOut: (layout: Layout) => Promise<void>
  /** Writes days of all apps: sign 1 adds new rows, sign 0 restates them. */
  readonly fill: (firstDay: number, days: number, sign: 0 | 1, since: string) => Promise<void>
  readonly run: (statement: string) => Promise<void>
  readonly rows: (query: string) => Promise<unknown[][]>
  /** The current parts of the table. */
  readonly stored: () => Promise<{ parts: number; rows: number; bytesEach: number }>
  /** The median milliseconds of each question, decoding included. */
  readonly times: (
    requests: readonly ReportRequest[],
    dialect?: SqlDialect,
    settings?: string,
  ) => Promise<number[]>
  readonly timeText: (text: string) => Promise<number>
  readonly close: () => Promise<void>
}

/** Opens its own database, which is dropped on close. */
export async function openJournalBench(url: string): Promise<JournalBench> {
  const admin = createClient({ url })
  await admin.command({ query: `CREATE DATABASE IF NOT EXISTS ${database}` })
  await admin.close()
  const connection = new ClickhouseConnection({ urls: [url], database, readTimeoutMs: 120_000 })
  const run = (query: string) => connection.commandEverywhere(query)
  const time = async (text: string, parameters: QueryParameters = {}) => {
    const taken: number[] = []
    for (let round = 0; round < rounds; round++) {
      const startMs = performance.now()
      for await (const _ of readBlocks(
        await connection.query(`${text}\nFORMAT Native`, parameters),
      ));
      taken.push(performance.now() - startMs)
    }
    return median(taken)
  }
  return {
    run,
    rows: (query) => connection.rows(query),
    layOut: async (layout) => {
      await run('DROP TABLE IF EXISTS figures SYNC')
      await run(`CREATE TABLE figures ${definition({ ...usual, ...layout })}`)
    },
    fill: (firstDay, days, sign, since) => run(fillStatement(firstDay, days, sign, since)),
    stored: async () => {
      const [row] = await connection.rows(
        `SELECT count(), sum(rows), sum(bytes_on_disk) / sum(rows) FROM system.parts
        WHERE active AND table = 'figures' AND database = currentDatabase()`,
      )
      const [parts, rows, bytesEach] = row!.map(Number)
      return { parts: parts!, rows: rows!, bytesEach: bytesEach! }
    },
    times: async (requests, dialect = journalDialect, settings = '') => {
      const taken: number[] = []
      for (const request of requests) {
        const { text, parameters } = compilePlan(planReport(request), dialect)
        taken.push(await time(`${text}\n${settings}`, boundValues(parameters)))
      }
      return taken
    },
    timeText: (text) => time(text),
    close: async () => {
      await run(`DROP DATABASE ${database}`)
      await connection.close()
    },
  }
}

function definition({ codec, granularity, partition, order }: Required<Layout>): string {
  return `(day Date, account UInt32, app UInt32, network UInt16,
    format UInt16, country UInt16, ad_tag UInt32, impressions Int64 ${codec}, clicks Int64 ${codec},
    installs Int64 ${codec}, revenue_micros Int64 ${codec}, clicks_known Int8, installs_known Int8,
    sign Int8, since UInt32) ENGINE = MergeTree PARTITION BY ${partition} ORDER BY (${order})
    SETTINGS index_granularity = ${granularity}`
}

const fillStatement = (firstDay: number, days: number, sign: number, since: string) => {
  const count = (salt: number, below: number) =>
    `cityHash64(number + ${firstDay * apps * rowsPerDay}, ${salt}, ${sign}) % ${below}`
  return `INSERT INTO figures
  SELECT toDate(20454 + ${firstDay} + intDiv(number, ${apps * rowsPerDay}) % ${days}) AS day, 1,
    intDiv(number, ${rowsPerDay}) % ${apps} AS app, number % 7, intDiv(number, 7) % 4, number % 140 * 4, 0,
    ${count(1, 5_000)}, ${count(2, 100)}, 0, ${count(3, 9_000_000)}, ${sign}, 0, ${sign}, ${since}
  FROM numbers(${apps * rowsPerDay * days})`
}

const span = (firstDay: string, lastDay = firstDay) => ({
  firstDay: parseDay(firstDay)!,
  lastDay: parseDay(lastDay)!,
})
const question = (more: Partial<ReportRequest>): ReportRequest => ({
  ...{ account: 1, apps: [77], filters: {}, sorted: true, totals: null },
  days: span('2026-03-02', '2026-03-08'),
  dimensions: ['day', 'app', 'network', 'format', 'country'],
  metrics: ['impressions', 'clicks', 'revenueCents'],
  ...more,
})

export const questions: Readonly<Record<string, ReportRequest>> = {
  'week of an app': question({}),
  'restated week': question({ days: span('2026-12-07', '2026-12-13') }),
  'year of an app': question({ days: span('2026-01-01', '2026-12-31') }),
  'apps, a month': question({
    apps: null,
    dimensions: ['app'],
    filters: { countries: ['AA', 'AE'] },
    days: span('2026-03-01', '2026-03-31'),
  }),
}

/** The figures of one day, which an import of that day reads. */
export const dayOfAll = question({ apps: null, days: span('2026-12-20'), sorted: false })
