import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { constants, createReadStream, createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Refusal } from '../../values/refusal.ts'
import { refuse } from '../refusals.ts'
import { formatOf, type GivenFile, type InputFile, type InputFormat } from './input-file.ts'
import { limitExceeded, type Reading } from './reading.ts'

const maxChunkBytes = 1_048_576
/** Small files may unpack to any multiple of their size. */
const ratioFreeBytes = 16 * 1024 ** 2
/** The reason of `file_unreadable` for pipes, sockets and devices. */
const notRegular = 'not a regular file'
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
  reading: Reading,
): Promise<InputFile> {
  const { name } = given
  const { signal } = reading
  signal.throwIfAborted()
  const format = formatOf(name, inputFormat)
  const head = await readHead(given)
  let { path } = given
  if (head.subarray(0, 2).equals(gzipMark)) {
    path = join(workDirectory, `unpacked-${index}`)
    await unpack(given, path, reading)
  }
  if (format !== 'parquet') path = await toUtf8(path, join(workDirectory, `utf8-${index}`), signal)
  if (format === 'parquet') await checkParquet(name, path)
  else await checkText(name, path, signal)
  return { name, path, format, reading }
}

/** The SHA-256 of a file's bytes, in hexadecimal. */
export async function hashFile(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  const highWaterMark = await chunkBytesOf(path)
  await pipeline(createReadStream(path, { highWaterMark }), hash, { signal })
  return hash.digest('hex')
}

/** Buffers of a megabyte for each small file would make V8 collect garbage after every few imports. */
const chunkBytesOf = async (path: string): Promise<number> =>
  Math.min(maxChunkBytes, (await stat(path)).size + 1)

/** @throws Refusal `file_unreadable` */
export async function assertReadable(given: GivenFile): Promise<void> {
  await readHead(given)
}

/** The first 4 bytes of a file. */
async function readHead({ name, path }: GivenFile): Promise<Buffer> {
  try {
    // Nobody may ever write to a pipe; opening it would wait for that.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const found = await file.stat()
      if (!found.isFile() && !found.isDirectory()) {
        throw refuse('file_unreadable', { file: name, reason: notRegular })
      }
      const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
      return buffer.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    const { code } = error as NodeJS.ErrnoException
    throw refuse('file_unreadable', { file: name, reason: code ?? 'unknown' }, { cause: error })
  }
}

async function unpack({ name, path }: GivenFile, target: string, reading: Reading): Promise<void> {
  const { limits, signal } = reading
  const { size } = await stat(path)
  let unpacked = 0
  const count = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      unpacked += chunk.length
      if (unpacked > limits.unpackedBytes) throw limitExceeded(name, 'unpackedBytes', reading)
      if (unpacked > ratioFreeBytes && unpacked > size * limits.unpackRatio) {
        throw limitExceeded(name, 'unpackRatio', reading)
      }
      yield chunk
    }
  }
  const unzip = createGunzip({ chunkSize: 65_536 })
  try {
    await pipeline(createReadStream(path), unzip, count, createWriteStream(target), { signal })
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (!(error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw error
    throw refuse('gzip_damaged', { file: name }, { cause: error })
  }
}

/** Converts text with a UTF-16 byte order mark to UTF-8. @returns the path of the UTF-8 text */
async function toUtf8(path: string, target: string, signal: AbortSignal): Promise<string> {
  const file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0).finally(() => file.close())
  const encoding = utf16Encodings[buffer.toString('hex') as keyof typeof utf16Encodings]
  if (!encoding) return path
  const decoder = new TextDecoderStream(encoding)
  const text = Readable.toWeb(createReadStream(path)).pipeThrough(decoder as never)
  await pipeline(Readable.fromWeb(text as never), createWriteStream(target), { signal })
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
async function checkText(name: string, path: string, signal: AbortSignal): Promise<void> {
  const highWaterMark = await chunkBytesOf(path)
  const source = new PassThrough({ highWaterMark })
  const file = createReadStream(path, { highWaterMark })
  const reading = pipeline(file, source, { signal })
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

/** Finds the first line that is not valid UTF-8 or has a NUL, in one pass. */
async function badText(name: string, path: string): Promise<Refusal> {
  let line = 1
  let carried: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const text = Buffer.concat([carried, chunk])
    const whole = text.subarray(0, text.length - openSequenceBytes(text))
    const isBad = isBadText(whole)
    let from = 0
    for (let end = whole.indexOf(10); end !== -1; end = whole.indexOf(10, from)) {
      if (isBad && isBadText(whole.subarray(from, end))) break
      line++
      from = end + 1
    }
    if (isBad) {
      const nul = whole.indexOf(0, from)
      const isNul = nul !== -1 && isUtf8(whole.subarray(from, nul))
      return refuse(isNul ? 'text_has_nul' : 'text_not_utf8', { file: name, line })
    }
    carried = text.subarray(whole.length)
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
