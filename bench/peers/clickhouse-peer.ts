import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { formatDay } from '../../src/values/day.ts'
import { startClickhouse } from '../../test/cluster/clickhouse.ts'
import { appIdOf } from '../figures-shape.ts'
import { childWith, processorMsOf } from '../processor-time.ts'
import type { Peer, PeerKind, PeerRows } from './peer.ts'

const table = `CREATE TABLE figures (date Date, app_id LowCardinality(String),
  network LowCardinality(String), format LowCardinality(String), country LowCardinality(String),
  impressions UInt64, clicks Nullable(UInt64), installs Nullable(UInt64), revenue Decimal(18, 6))
  ORDER BY (app_id, date)`

/** Sums by day for the question about all apps, as a user would keep them. */
const days = `CREATE TABLE app_days ENGINE = SummingMergeTree ORDER BY (date, app_id)
  AS SELECT date, app_id, sum(impressions) AS impressions, sum(clicks) AS clicks,
    sum(installs) AS installs, sum(revenue) AS revenue FROM figures GROUP BY date, app_id`

const sums =
  'sum(impressions) AS impressions, sum(clicks) AS clicks, sum(installs) AS installs, sum(revenue) AS revenue'
const ofApp = 'WHERE app_id = {app:String} AND date BETWEEN {since:Date} AND {until:Date}'
const queries: Readonly<Record<PeerKind, string>> = {
  week: `SELECT * EXCEPT app_id FROM figures ${ofApp} ORDER BY date, network, format, country`,
  month: `SELECT network, ${sums} FROM figures ${ofApp} GROUP BY network ORDER BY revenue DESC`,
  year: `SELECT app_id, ${sums} FROM app_days WHERE date BETWEEN {since:Date} AND {until:Date} GROUP BY app_id`,
}

/** ClickHouse's own HTTP interface over a table in the order of the questions. */
export async function startClickhousePeer({ csv }: PeerRows): Promise<Peer> {
  const { urls, stop } = await startClickhouse()
  const baseUrl = urls[0]!
  try {
    const pid = childWith('clickhouse.mjs')
    await run(baseUrl, table)
    const started = performance.now()
    await run(baseUrl, 'INSERT INTO figures FORMAT CSVWithNames', csv)
    await run(baseUrl, days)
    return {
      name: 'ClickHouse, its HTTP interface',
      loadSeconds: (performance.now() - started) / 1_000,
      side: { server: { baseUrl, processorMs: async () => processorMsOf(pid) }, headers: {} },
      address(kind, { app, span }) {
        const query = new URLSearchParams({
          query: `${queries[kind]} FORMAT JSONEachRow`,
          ...(kind !== 'year' && { param_app: appIdOf(app) }),
          param_since: formatDay(span.firstDay),
          param_until: formatDay(span.lastDay),
        })
        return { path: `/?${query}` }
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Runs a statement, with the rows of a file when it inserts some. */
async function run(baseUrl: string, query: string, file?: string): Promise<void> {
  const address = `${baseUrl}/?${new URLSearchParams({ query })}`
  const sending = request(address, { method: 'POST' })
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>
  if (file === undefined) sending.end()
  else createReadStream(file, { highWaterMark: 2 ** 20 }).pipe(sending)
  const [answer] = await answered
  const said = await text(answer)
  if (answer.statusCode !== 200) throw new Error(said)
}
