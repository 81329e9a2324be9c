import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { DuckDBConnection } from '@duckdb/node-api'
import { Redis } from 'ioredis'
import { RateLimiterRedis } from 'rate-limiter-flexible'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type ClickhouseCluster, clusterName, startClickhouse } from './clickhouse.ts'
import { startRedis } from './redis.ts'

const figures = '(day Date, app String, micros Int64) ENGINE = MergeTree ORDER BY (app, day)'

const hop = { day: '2026-01-01', app: 'hop', micros: '9007199254740993' }
const run = { day: '2026-01-02', app: 'run', micros: '25' }

describe('one node of ClickHouse', () => {
  let node: ClickhouseCluster
  let client: ClickHouseClient
  let folder: string

  beforeAll(async () => {
    node = await startClickhouse()
    client = clientOf(node.urls[0]!)
    folder = await mkdtemp(join(tmpdir(), 'adtally-parquet-'))
  })

  afterAll(async () => {
    await client?.close()
    await node?.stop()
    if (folder) await rm(folder, { recursive: true })
  })

  test('stores rows sent as JSON, with exact 64-bit numbers', async () => {
    await client.command({ query: `CREATE TABLE stated ${figures}` })
    await client.insert({ table: 'stated', values: [run, hop], format: 'JSONEachRow' })
    expect(await rowsOf(client, 'SELECT * FROM stated ORDER BY day')).toEqual([hop, run])
  })

  test('binds values as parameters', async () => {
    const query = 'SELECT {app:String} AS app, {days:Array(Date)} AS days'
    const query_params = { app: "o'hop", days: ['2026-01-01'] }
    const answer = await client.query({ query, query_params, format: 'JSONEachRow' })
    expect(await answer.json()).toEqual([{ app: "o'hop", days: ['2026-01-01'] }])
  })

  test('inserts a stream of Parquet that DuckDB wrote', async () => {
    const path = join(folder, 'from-duckdb.parquet')
    const duckdb = await openDuckdb()
    await duckdb.run(`COPY (
      SELECT DATE '2026-01-01' + (i % 10)::INTEGER AS day, 'hop' AS app, i AS micros
      FROM range(1000) AS numbers(i)
    ) TO '${path}' (FORMAT parquet)`)
    await client.command({ query: `CREATE TABLE streamed ${figures}` })
    await client.insert({ table: 'streamed', values: createReadStream(path), format: 'Parquet' })
    // 0 + 1 + … + 999 is 999 × 1,000 ÷ 2
    const query = 'SELECT count() AS rows, uniq(day) AS days, sum(micros) AS micros FROM streamed'
    expect(await rowsOf(client, query)).toEqual([{ rows: '1000', days: '10', micros: '499500' }])
  })

  test('answers with Parquet that DuckDB reads', async () => {
    const query = `SELECT toDate('2026-01-01') AS day, 'hop' AS app, toInt64(7) AS micros
      FORMAT Parquet`
    const { stream } = await client.exec({ query })
    const path = join(folder, 'from-clickhouse.parquet')
    await writeFile(path, await buffer(stream))
    const duckdb = await openDuckdb()
    const read = await duckdb.runAndReadAll(
      `SELECT day::VARCHAR AS day, app::VARCHAR AS app, micros::VARCHAR AS micros FROM '${path}'`,
    )
    expect(read.getRowObjectsJS()).toEqual([{ day: '2026-01-01', app: 'hop', micros: '7' }])
  })
})

describe('two shards of ClickHouse', () => {
  let shards: ClickhouseCluster
  let clients: readonly [ClickHouseClient, ClickHouseClient]

  beforeAll(async () => {
    shards = await startClickhouse({ shards: 2 })
    const [first, second] = shards.urls
    clients = [clientOf(first!), clientOf(second!)]
    for (const client of clients) {
      await client.command({ query: 'CREATE DATABASE adtally' })
      await client.command({ query: `CREATE TABLE adtally.local ${figures}` })
      await client.command({
        query: `CREATE TABLE adtally.everywhere AS adtally.local
          ENGINE = Distributed('${clusterName}', 'adtally', 'local', micros)`,
      })
    }
    await clients[0].insert({
      table: 'adtally.everywhere',
      values: [0, 1, 2, 3, 4].map((micros) => ({ ...hop, micros })),
      format: 'JSONEachRow',
      clickhouse_settings: { distributed_foreground_insert: 1 },
    })
  })

  afterAll(async () => {
    await Promise.all((clients ?? []).map((client) => client.close()))
    await shards?.stop()
  })

  test('rows go to the shard of their sharding key before an insert is answered', async () => {
    const query = 'SELECT micros FROM adtally.local ORDER BY micros'
    // The remainder of the key: even on the first shard, odd on the second.
    expect(await rowsOf(clients[0], query)).toEqual(microsOf('0', '2', '4'))
    expect(await rowsOf(clients[1], query)).toEqual(microsOf('1', '3'))
  })

  test('every shard answers for both', async () => {
    const query = 'SELECT micros FROM adtally.everywhere ORDER BY micros'
    for (const client of clients) {
      expect(await rowsOf(client, query)).toEqual(microsOf('0', '1', '2', '3', '4'))
    }
  })

  test('killing a shard fails the question, and its rows are back after a restart', async () => {
    const query = 'SELECT micros FROM adtally.everywhere ORDER BY micros'
    await shards.kill(1)
    await expect(rowsOf(clients[0], query)).rejects.toThrow('Connection refused')
    await shards.restart(1)
    expect(await rowsOf(clients[1], query)).toEqual(microsOf('0', '1', '2', '3', '4'))
    expect(await rowsOf(clients[0], query)).toEqual(microsOf('0', '1', '2', '3', '4'))
  })
})

describe('Redis', () => {
  test('answers, counts for the rate limiter, and is empty after a restart', async () => {
    const redis = await startRedis()
    onTestFinished(() => redis.stop())
    const client = new Redis(redis.url)
    client.on('error', () => undefined)
    onTestFinished(() => client.disconnect())
    expect(await client.ping()).toBe('PONG')

    const limiter = new RateLimiterRedis({ storeClient: client, points: 5, duration: 3_600 })
    expect((await limiter.consume('key', 2)).remainingPoints).toBe(3)

    await redis.restart()
    expect(await limiter.get('key')).toBe(null)
  })
})

test('servers end with the process that started them, however it ends', async () => {
  const TMPDIR = await mkdtemp(join(tmpdir(), 'adtally-starter-'))
  const script = `
    import { startClickhouse } from '${import.meta.dirname}/clickhouse.ts'
    import { startRedis } from '${import.meta.dirname}/redis.ts'
    const { urls } = await startClickhouse({ shards: 2 })
    const { url } = await startRedis()
    console.log(JSON.stringify([...urls, url]))
  `
  const starter = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...process.env, TMPDIR },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(starter.stdout, 'data')
  const ports = (JSON.parse(String(line)) as string[]).map((url) => Number(new URL(url).port))
  starter.kill('SIGKILL')
  for (const port of ports) await expect.poll(() => listens(port), { timeout: 10_000 }).toBe(false)
  await rm(TMPDIR, { recursive: true })
})

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

/** Logs no failed requests: tests that expect one check it. */
const clientOf = (url: string) => createClient({ url, log: { level: ClickHouseLogLevel.OFF } })

const microsOf = (...values: string[]) => values.map((micros) => ({ micros }))

/** 64-bit numbers as text, as everywhere here. */
async function rowsOf(client: ClickHouseClient, query: string): Promise<unknown[]> {
  const clickhouse_settings = { output_format_json_quote_64bit_integers: 1 } as const
  const answer = await client.query({ query, format: 'JSONEachRow', clickhouse_settings })
  return answer.json()
}

async function openDuckdb(): Promise<DuckDBConnection> {
  const connection = await DuckDBConnection.create()
  onTestFinished(() => connection.closeSync())
  return connection
}
