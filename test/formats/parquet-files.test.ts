import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { KeptFile } from '../../src/http/answer/parquet/kept-file.ts'
import {
  type KeptBounds,
  type MakeAnswer,
  ParquetFiles,
} from '../../src/http/answer/parquet/parquet-files.ts'
import { parquetWriter } from '../../src/storage/duckdb/write-parquet.ts'
import { OverloadedError } from '../../src/values/overloaded-error.ts'
import { manyRows } from './many-rows.ts'

const account = 1
const unlimited = new AbortController().signal
const ends: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

function openFiles(bounds?: KeptBounds) {
  const workDirectory = mkdtempSync(join(tmpdir(), 'parquet-files-'))
  const folder = join(workDirectory, 'parquet')
  const disk = { isFull: false, asked: 0 }
  const hasRoom = async () => {
    disk.asked++
    return !disk.isFull
  }
  const files = new ParquetFiles(parquetWriter({ workDirectory }), { folder, hasRoom }, bounds)
  ends.push(() => files.close())
  const open = async (key: string, make: MakeAnswer, signal = unlimited) => {
    const file = await files.open(account, key, make, signal)
    ends.push(() => file.release())
    return file
  }
  return { files, disk, open, listed: () => (existsSync(folder) ? readdirSync(folder) : []) }
}

/** An answer of some rows, and how often it was made. */
function answerOf(rows: number, matchesKey = true) {
  const made = { count: 0, disposed: 0 }
  const make: MakeAnswer = async (_, opened) => {
    made.count++
    opened.defer(() => {
      made.disposed++
    })
    return { table: manyRows(rows), metadata: {}, headers: { rows: String(rows) }, matchesKey }
  }
  return { make, made }
}

async function bytesOf(file: KeptFile): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of file.read({ first: 0, last: file.bytes - 1 })) pieces.push(piece)
  return Buffer.concat(pieces)
}

test('an answer is written once, and its file is kept', async () => {
  const { files, open, listed } = openFiles()
  const { make, made } = answerOf(10)
  const first = await open('key', make)
  const again = await open('key', make)
  expect(made).toEqual({ count: 1, disposed: 1 })
  expect(listed()).toHaveLength(1)
  expect(again.etag).toBe(first.etag)
  expect(again.headers).toEqual({ rows: '10' })
  expect((await bytesOf(again)).subarray(0, 4).toString()).toBe('PAR1')
  await files.close()
  expect(listed()).toEqual([])
})

test('equal questions at the same time are one file', async () => {
  const { open, listed } = openFiles()
  const { make, made } = answerOf(5_000)
  const opened = await Promise.all(Array.from({ length: 20 }, () => open('key', make)))
  expect(made.count).toBe(1)
  expect(new Set(opened.map(({ etag }) => etag)).size).toBe(1)
  expect(listed()).toHaveLength(1)
})

test('a client that leaves does not take the file from the others', async () => {
  const { open } = openFiles()
  const { make, made } = answerOf(50_000)
  const leaving = new AbortController()
  const left = open('key', make, leaving.signal)
  const stays = open('key', make)
  leaving.abort(new Error('The client disconnected.'))
  await expect(left).rejects.toThrow('The client disconnected.')
  expect((await stays).headers).toEqual({ rows: '50000' })
  expect(made.count).toBe(1)
})

test('a file that nobody waits for is given up, and written anew for the next who asks', async () => {
  const { open, listed } = openFiles()
  const { promise: begun, resolve: begin } = Promise.withResolvers<AbortSignal>()
  const endless: MakeAnswer = async (signal) => {
    begin(signal)
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  }
  const leaving = new AbortController()
  const left = open('key', endless, leaving.signal)
  const signal = await begun
  leaving.abort(new Error('The client disconnected.'))
  const { make } = answerOf(10)
  const next = open('key', make)
  await expect(left).rejects.toThrow('The client disconnected.')
  expect(signal.aborted).toBe(true)
  expect((await next).headers).toEqual({ rows: '10' })
  expect(listed()).toHaveLength(1)
})

test('an answer that fails is an error for all who wait, and is tried again for the next', async () => {
  const { open, listed } = openFiles()
  const failing: MakeAnswer = async () => {
    throw new Error('The store is gone')
  }
  const waiting = [1, 2].map(() => open('key', failing))
  const settled = await Promise.allSettled(waiting)
  expect(settled.map((each) => each.status)).toEqual(['rejected', 'rejected'])
  const file = await open('key', answerOf(10).make)
  expect(file.headers).toEqual({ rows: '10' })
  expect(listed()).toHaveLength(1)
})

test('files that were asked for last are kept, up to a number', async () => {
  const { open, listed } = openFiles({ maxFiles: 2, maxBytes: 1_000_000 })
  const [a, b, c] = [answerOf(1), answerOf(2), answerOf(3)]
  await open('a', a.make)
  await open('b', b.make)
  await open('a', a.make)
  await open('c', c.make)
  expect(listed()).toHaveLength(2)
  await open('a', a.make)
  await open('b', b.make)
  expect([a, b, c].map(({ made }) => made.count)).toEqual([1, 2, 1])
})

test('a file that is removed can be read to its end by those who opened it', async () => {
  const { files, listed } = openFiles({ maxFiles: 10, maxBytes: 1 })
  const file = await files.open(account, 'key', answerOf(20_000).make, unlimited)
  const reading = file.read({ first: 0, last: file.bytes - 1 })
  await reading.next()
  await files.close()
  expect(listed()).toEqual([])
  const bytes = await bytesOf(file)
  expect(bytes.subarray(-4).toString()).toBe('PAR1')
  await reading.return(undefined)
  await file.release()
  await expect(bytesOf(file)).rejects.toThrow()
})

test('files are kept up to a number of bytes', async () => {
  const one = await openFiles().open('key', answerOf(10).make)
  const { open, listed } = openFiles({ maxFiles: 10, maxBytes: 2 * one.bytes + 10 })
  for (const key of ['a', 'b', 'c', 'd']) {
    await open(key, answerOf(10).make)
  }
  expect(listed()).toHaveLength(2)
})

test('an answer of another state than its key is sent, but not kept', async () => {
  const { open, listed } = openFiles()
  const { make, made } = answerOf(10, false)
  const file = await open('key', make)
  expect((await bytesOf(file)).length).toBe(file.bytes)
  await open('key', make)
  expect(made.count).toBe(2)
  expect(listed()).toEqual([])
})

test('a disk without room refuses new files, after those that are kept were removed', async () => {
  const { open, disk, listed } = openFiles()
  await open('a', answerOf(10).make)
  disk.isFull = true
  const refused = open('b', answerOf(10).make)
  await expect(refused).rejects.toBeInstanceOf(OverloadedError)
  expect(listed()).toEqual([])
})

test('room on the disk is checked again as rows arrive', async () => {
  const { open, disk } = openFiles()
  await open('key', answerOf(10).make)
  expect(disk.asked).toBe(1)
  await open('long', answerOf(210_000).make)
  expect(disk.asked).toBe(1 + 3)
})

test('closing ends the files that are being written', async () => {
  const { files, open, listed } = openFiles()
  const waiting = open('key', answerOf(200_000).make)
  const [result] = await Promise.all([Promise.allSettled([waiting]), files.close()])
  expect(result[0]).toMatchObject({ reason: { message: 'The server is stopping.' } })
  expect(listed()).toEqual([])
})

test('the tag of a file is made from its bytes', async () => {
  const [one, other] = [openFiles(), openFiles()]
  const file = await one.open('key', answerOf(10).make)
  const same = await other.open('another key', answerOf(10).make)
  const different = await one.open('longer', answerOf(11).make)
  expect(same.etag).toBe(file.etag)
  expect(different.etag).not.toBe(file.etag)
  expect(file.etag).toMatch(/^"[\w-]{27}"$/)
})
