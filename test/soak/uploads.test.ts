import { readdirSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { serveProcess } from '../cli/spawn-adtally.ts'
import { peakMiB } from './collected.ts'
import { KeyClient, newClientStudio } from './machine/key-client.ts'
import { manyRows } from './machine/many-rows.ts'
import { printFigures, sized } from './size.ts'

/** The bytes that an upload may have: in full, the default. */
const maxBytes = sized(64_000_000, 2 ** 30)
const tooManyBytes = 1.5 * maxBytes
/** In full, about 900 MB. */
const rows = sized(150_000, 21_500_000)
const maxMemoryMiB = sized(900, 5_120)
const longestMs = 120_000 + rows / 5

interface Sent {
  readonly status: number
  readonly body: {
    readonly code?: string
    readonly data?: { readonly id: string }
  }
  /** How much was taken before the answer came. */
  readonly sentBytes: number
}

/** Sends pieces as fast as they are taken, until the answer comes. */
async function send(url: string, key: string, pieces: Iterable<string>, length?: number) {
  let sentBytes = 0
  function* counted() {
    for (const piece of pieces) {
      sentBytes += piece.length
      yield piece
    }
  }
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'text/csv',
    ...(length !== undefined && { 'content-length': length }),
  }
  const sending = request(url, { method: 'POST', headers }, resolve)
  // The server closes the connection once it has answered.
  sending.on('error', (error) => reject(error))
  const body = Readable.from(counted(), { objectMode: false, highWaterMark: 65_536 })
  body.pipe(sending)
  const response = await promise
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += chunk
  body.destroy()
  sending.destroy()
  return { status: response.statusCode, body: JSON.parse(text), sentBytes } as Sent
}

function* filler(bytes: number): Generator<string> {
  yield 'date,app_id,network,format,country,impressions,revenue\n'
  const line = '2026-03-01,zap,ownnet,video,US,1,0.5\n'
  const piece = line.repeat(1_000)
  for (let sent = 0; sent < bytes; sent += piece.length) yield piece
}

test(`an upload beyond ${maxBytes} bytes is refused early, a smaller one is imported, and no file stays`, {
  timeout: 3 * longestMs,
}, async () => {
  const studio = await newClientStudio()
  const env = {
    ...studio.env,
    ADTALLY_IMPORT_MAX_UPLOAD_BYTES: String(maxBytes),
    ADTALLY_MEMORY_LIMIT: '2GB',
  }
  const server = await serveProcess([], { env })
  onTestFinished(async () => void (await server.stop('SIGKILL')))
  const url = `${server.baseUrl}/api/v2/publisher/imports?developer=studio`
  const client = new KeyClient(server.baseUrl, studio.key)
  const expectClean = () => {
    const left = readdirSync(join(studio.directory, 'work')).filter((name) => name !== 'spill')
    expect(left).toEqual([])
  }

  const announced = await send(url, studio.key, filler(tooManyBytes), tooManyBytes)
  expect([announced.status, announced.body.code]).toEqual([413, 'upload_too_large'])
  expect(announced.sentBytes).toBeLessThan(maxBytes / 2)
  expectClean()
  const chunked = await send(url, studio.key, filler(tooManyBytes))
  expect([chunked.status, chunked.body.code]).toEqual([413, 'upload_too_large'])
  expectClean()
  expect(await client.impressions()).toBe(0)
  const refusedMiB = peakMiB(server.child.pid!)

  const begun = performance.now()
  const { status, body, sentBytes } = await send(`${url}&wait=0`, studio.key, manyRows(rows, 1))
  expect(status).toBe(202)
  const result = await client.result(body.data!.id)
  expect([result.status, result.body.summary?.rows]).toEqual([201, rows])
  expectClean()
  expect(await client.impressions()).toBe(rows)
  const importedMiB = peakMiB(server.child.pid!)
  expect(importedMiB).toBeLessThan(maxMemoryMiB)
  expect(await server.stop()).toBe(0)
  printFigures('uploads', {
    maxBytes,
    announcedSent: announced.sentBytes,
    chunkedSent: chunked.sentBytes,
    refusedMiB,
    sentBytes,
    rows,
    importedMiB,
    importSeconds: Math.round((performance.now() - begun) / 1_000),
  })
})
