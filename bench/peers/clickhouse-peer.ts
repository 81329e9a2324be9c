import { createReadStream } from 'node:fs'
import { createClient } from '@clickhouse/client'
import { formatDay } from '../../src/values/day.ts'
import { startClickhouse } from '../../test/cluster/clickhouse.ts'
import type { Asked } from '../asks.ts'
import { appIdOf } from '../figures-shape.ts'
import type { Address } from '../load.ts'
import { childWith, processorMsOf } from '../processor-time.ts'
import type { Peer, PeerKind, PeerRows } from './peer.ts'

const table = `CREATE TABLE figures (date Date, app_id LowCardinality(String),
  network LowCardinality(String), format LowCardinality(String), country LowCardinality(String),
  impressions UInt64, clicks Nullable(UInt64), installs Nullable(UInt64), revenue Decimal(18, 6))
  ORDER BY (app_id, date)`

const sums =
  'sum(impressions) AS impressions, sum(clicks) AS clicks, sum(installs) AS installs, sum(revenue) AS revenue'

/** Sums by day for the question about all apps, as a user would keep them. */
const days = `CREATE TABLE app_days ENGINE = SummingMergeTree ORDER BY (date, app_id)
  AS SELECT date, app_id, ${sums} FROM figures GROUP BY date, app_id`

const ofApp = 'WHERE app_id = {app:String} AND date BETWEEN {since:Date} AND {until:Date}'
const queries: Readonly<Record<PeerKind, string>> = {
  week: `SELECT * EXCEPT app_id FROM figures ${ofApp} ORDER BY date, network, format, country`,
  month: `SELECT network, ${sums} FROM figures ${ofApp} GROUP BY network ORDER BY revenue DESC`,
  year: `SELECT app_id, ${sums} FROM app_days WHERE date BETWEEN {since:Date} AND {until:Date} GROUP BY app_id`,
}

/** ClickHouse's own HTTP interface over a table in the order of the questions. */
export async function startClickhousePeer({ csv }: PeerRows): Promise<Peer> {
  await using stack = new AsyncDisposableStack()
  const clickhouse = stack.adopt(await startClickhouse(), ({ stop }) => stop())
  const baseUrl = clickhouse.urls[0]!
  const pid = childWith('clickhouse.mjs')
  const client = stack.use(createClient({ url: baseUrl, request_timeout: 600_000 }))
  await client.command({ query: table })
  const started = performance.now()
  const values = createReadStream(csv, { highWaterMark: 2 ** 20 })
  await client.insert({ table: 'figures', values, format: 'CSVWithNames' })
  await client.command({ query: days })
  const running = stack.move()
  return {
    name: 'ClickHouse, its HTTP interface',
    loadSeconds: (performance.now() - started) / 1_000,
    side: { server: { baseUrl, processorMs: async () => processorMsOf(pid) }, headers: {} },
    address,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

function address(kind: PeerKind, { app, span }: Asked): Address {
  const query = new URLSearchParams({
    query: `${queries[kind]} FORMAT JSONEachRow`,
    ...(kind !== 'year' && { param_app: appIdOf(app) }),
    param_since: formatDay(span.firstDay),
    param_until: formatDay(span.lastDay),
  })
  return { path: `/?${query}` }
}
