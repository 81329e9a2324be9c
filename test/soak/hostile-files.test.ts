import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { serveProcess } from '../cli/spawn-adtally.ts'
import { peakMiB } from './collected.ts'
import { newClientStudio } from './machine/key-client.ts'
import { longestWaitDuring } from './machine/longest-wait.ts'
import { printFigures, sized } from './size.ts'

const members = sized(2_900_000, 3_400_000)
const rows = sized(20_000_000, 150_000_000)
const maxMemoryMiB = 1_024
/** Others wait no longer, on a machine that does something else too. */
const maxWaitMs = 2_000

test('files that unpack to much more than their size are refused, and others are answered meanwhile', {
  timeout: 600_000,
}, async () => {
  const studio = await newClientStudio()
  const server = await serveProcess([], { env: studio.env })
  const url = `${server.baseUrl}/api/v2/publisher/imports?developer=studio&file_name=`
  const files = {
    'members.json': Buffer.from(`{"results":[{"a":1${',"":1'.repeat(members)}}]}`),
    'wide.json': Buffer.from(`{"results":[${wideRow(1_900).repeat(800)}{}]}`),
    'rows.parquet': await repeatedRows(join(studio.folder, 'rows.parquet')),
  }
  for (const [name, body] of Object.entries(files)) {
    const begunMs = performance.now()
    const sending = fetch(url + name, {
      method: 'POST',
      headers: { authorization: `Bearer ${studio.key}` },
      body: new Uint8Array(body),
    })
    const longestMs = await longestWaitDuring(server.baseUrl, sending)
    const { status } = await sending
    printFigures(`hostile file ${name}`, {
      bytes: body.length,
      status,
      longestWaitMs: Math.round(longestMs),
      answeredAfterMs: Math.round(performance.now() - begunMs),
      peakMiB: peakMiB(server.child.pid!),
    })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(longestMs).toBeLessThan(maxWaitMs)
  }
  expect(peakMiB(server.child.pid!)).toBeLessThan(maxMemoryMiB)
  expect(await server.stop()).toBe(0)
})

const wideRow = (count: number): string =>
  `{${Array.from({ length: count }, (_, nth) => `"m${nth}":1`).join()}},`

/** Millions of equal rows, in some kilobytes. */
async function repeatedRows(path: string): Promise<Buffer> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  await connection.run(`COPY (SELECT '2026-03-01' AS date, 'zap' AS app_id, 'n' AS network, 'f' AS format,
    'US' AS country, 1 AS impressions, '1' AS revenue FROM range(${rows}))
    TO '${path}' (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 10000000)`)
  connection.closeSync()
  return readFile(path)
}
