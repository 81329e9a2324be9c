import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Refusal } from '../../values/refusal.ts'
import { refuse } from '../refusals.ts'
import { formatOf, type GivenFile, type InputFile, type InputFormat } from './input-file.ts'

const chunkBytes = 1_048_576
const utf16Encodings = { fffe: 'utf-16le', feff: 'utf-16be' } as const
const gzipMark = Buffer.from([0x1f, 0x8b])

/**
 * Unpacks a file, converts UTF-16 to UTF-8, and checks that the file is complete, not empty and, if it
 * is text, valid UTF-8.
 *
 * @param workDirectory for converted copies; the caller removes it
 * @throws Refusal when the file is not accepted
 */
export async function prepareInput(
  given: GivenFile,
  inputFormat: InputFormat | undefined,
  workDirectory: string,
  index: number,
): Promise<InputFile> {
  const { name } = given
  const format = formatOf(name, inputFormat)
  const head = await readHead(given)
  let { path } = given
  if (head.subarray(0, 2).equals(gzipMark)) {
    path = join(workDirectory, `unpacked-${index}`)
    await unpack(given, path)
  }
  if (format !== 'parquet') path = await toUtf8(path, join(workDirectory, `utf8-${index}`))
  if (format === 'parquet') await checkParquet(name, path)
  else await checkText(name, path)
  return { name, path, format }
}

/** The SHA-256 of a file's bytes, in hexadecimal. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: chunkBytes }), hash)
  return hash.digest('hex')
}

/** @throws Refusal `file_unreadable` */
export async function assertReadable(given: GivenFile): Promise<void> {
  await readHead(given)
}

/** The first 4 bytes of a file. */
async function readHead({ name, path }: GivenFile): Promise<Buffer> {
  try {
    const file = await open(path)
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
      return buffer.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw refuse('file_unreadable', { file: name, reason: code ?? 'unknown' }, { cause: error })
  }
}

async function unpack({ name, path }: GivenFile, target: string): Promise<void> {
  try {
    await pipeline(createReadStream(path), createGunzip(), createWriteStream(target))
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw error
    throw refuse('gzip_damaged', { file: name }, { cause: error })
  }
}

/** Converts text with a UTF-16 byte order mark to UTF-8. @returns the path of the UTF-8 text */
async function toUtf8(path: string, target: string): Promise<string> {
  const file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0).finally(() => file.close())
  const encoding = utf16Encodings[buffer.toString('hex') as keyof typeof utf16Encodings]
  if (!encoding) return path
  const decoder = new TextDecoderStream(encoding)
  const text = Readable.toWeb(createReadStream(path)).pipeThrough(decoder as never)
  await pipeline(Readable.fromWeb(text as never), createWriteStream(target))
  return target
}

async function checkParquet(name: string, path: string): Promise<void> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const marks = Buffer.alloc(8)
    if (size >= 12) {
      await file.read(marks, 0, 4, 0)
      await file.read(marks, 4, 4, size - 4)
    }
    if (marks.toString('latin1') !== 'PAR1PAR1') {
      throw refuse(size === 0 ? 'file_empty' : 'parquet_damaged', { file: name })
    }
  } finally {
    await file.close()
  }
}

/** Checks that a text is valid UTF-8 and not blank. */
async function checkText(name: string, path: string): Promise<void> {
  const source = new PassThrough({ highWaterMark: chunkBytes })
  const reading = pipeline(createReadStream(path, { highWaterMark: chunkBytes }), source)
  reading.catch(() => undefined)
  let carried: Buffer = Buffer.alloc(0)
  let blank = true
  for await (const chunk of source as AsyncIterable<Buffer>) {
    const text = carried.length > 0 ? Buffer.concat([carried, chunk]) : chunk
    const whole = text.length - openSequenceBytes(text)
    if (isBadText(text.subarray(0, whole))) throw await badText(name, path)
    if (blank) blank = text.toString('latin1').trim() === ''
    carried = text.subarray(whole)
  }
  await reading
  if (isBadText(carried)) throw await badText(name, path)
  if (blank) throw refuse('file_empty', { file: name })
}

const isBadText = (bytes: Buffer): boolean => !isUtf8(bytes) || bytes.includes(0)

/** Finds the first line that is not valid UTF-8. */
async function badText(name: string, path: string): Promise<Refusal> {
  let line = 1
  let start = Buffer.alloc(0)
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const text = Buffer.concat([start, chunk])
    let from = 0
    for (let end = text.indexOf(10); end !== -1; end = text.indexOf(10, from)) {
      if (isBadText(text.subarray(from, end))) break
      line++
      from = end + 1
    }
    start = text.subarray(from)
    if (start.includes(10)) break
  }
  return refuse('text_not_utf8', { file: name, line })
}

/** The number of bytes at the end that are the beginning of an incomplete character. */
function openSequenceBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if ((byte & 0xc0) === 0x80) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return length > back ? back : 0
  }
  return 0
}
