import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { DuckDBDateValue, DuckDBInstance } from '@duckdb/node-api'
import type { Asked } from '../asks.ts'
import { appIdOf } from '../figures-shape.ts'
import { Measured } from '../load/measure.ts'
import type { Peer, PeerKind, PeerRows } from './peer.ts'

const laneCount = 4
const sums = 'sum(impressions), sum(clicks), sum(installs), sum(revenue)'
const ofApp = 'WHERE app = $app AND date BETWEEN $since AND $until'
const queries: Readonly<Record<PeerKind, string>> = {
  week: `SELECT date, network, format, country, impressions, clicks, installs, revenue FROM figures
    ${ofApp} ORDER BY date, network, format, country`,
  month: `SELECT network, ${sums} FROM figures ${ofApp} GROUP BY network`,
  year: `SELECT app, ${sums} FROM figures WHERE date BETWEEN $since AND $until GROUP BY app`,
}

/** DuckDB in this process, without HTTP: prepared statements over one sorted table, rows not read. */
export async function startDuckdbPeer({ csv, folder }: PeerRows): Promise<Peer> {
  const threads = String(availableParallelism())
  const instance = await DuckDBInstance.create(join(folder, 'peer.duckdb'), { threads })
  const connection = await instance.connect()
  const started = performance.now()
  // DuckDB prunes texts by their first eight bytes, which all these ids share.
  await connection.run(
    `CREATE TABLE figures AS
      SELECT CAST(substr(app_id, ${appIdOf(0).length}) AS INTEGER) AS app, * EXCLUDE app_id
      FROM read_csv('${csv}') ORDER BY app, date`,
  )
  const loadSeconds = (performance.now() - started) / 1_000
  await connection.run('SET threads = 1')
  connection.closeSync()
  const run = async (kind: PeerKind, asked: readonly Asked[], seconds: number) => {
    const before = process.cpuUsage()
    const begun = performance.now()
    let next = 0
    let answers = 0
    const lane = async () => {
      const own = await instance.connect()
      const statement = await own.prepare(queries[kind])
      while (next < asked.length && performance.now() - begun < seconds * 1_000) {
        const { app, span } = asked[next++]!
        statement.bind({
          ...(kind !== 'year' && { app }),
          since: new DuckDBDateValue(span.firstDay),
          until: new DuckDBDateValue(span.lastDay),
        })
        const result = await statement.stream()
        while ((await result.fetchChunk())?.rowCount) {}
        answers++
      }
      statement.destroySync()
      own.closeSync()
    }
    await Promise.all(Array.from({ length: laneCount }, lane))
    const { user, system } = process.cpuUsage(before)
    const measured = new Measured()
    measured.addRun(answers, (performance.now() - begun) / 1_000, (user + system) / 1_000)
    return measured
  }
  return {
    name: 'DuckDB, no HTTP, rows not written',
    loadSeconds,
    asks: { run },
    stop: async () => instance.closeSync(),
  }
}
