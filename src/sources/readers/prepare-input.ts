import { isUtf8 } from 'node:buffer'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Refusal } from '../../values/refusal.ts'
import { refuse } from '../refusals.ts'
import { formatOf, type GivenFile, type InputFile, type InputFormat } from './input-file.ts'
import { type Reading, readChunks } from './reading.ts'
import { sniffDelimiter, sniffFormat } from './sniff.ts'
import { unpack } from './unpack.ts'
import { writeFirstSheet } from './workbook/write-first-sheet.ts'

const utf16Encodings = { fffe: 'utf-16le', feff: 'utf-16be' } as const

/**
 * Unpacks a file, converts UTF-16 to UTF-8 and the first sheet of a workbook to CSV, and checks that the
 * file is complete, not empty and, if it is text, valid UTF-8.
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
  const unpacked = await unpack(given, workDirectory, index, reading)
  let { path } = unpacked
  let format: InputFormat = 'csv'
  if (unpacked.isWorkbook) {
    const sheet = join(workDirectory, `sheet-${index}`)
    await writeFirstSheet({ name, path }, sheet, unpacked.packedBytes, reading)
    path = sheet
  } else {
    format = inputFormat ?? formatOf(unpacked.innerName) ?? (await sniffFormat({ name, path }))
  }
  if (format === 'parquet') await checkParquet(name, path)
  else {
    path = await toUtf8(path, join(workDirectory, `utf8-${index}`), signal)
    await checkText(name, path, signal)
  }
  const delimiter = format === 'csv' ? await sniffDelimiter({ name, path }) : ','
  return { name, path, format, delimiter, reading }
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
  let carried: Buffer = Buffer.alloc(0)
  let blank = true
  for await (const chunk of readChunks(path, signal)) {
    const text = carried.length > 0 ? Buffer.concat([carried, chunk]) : chunk
    const whole = text.length - openSequenceBytes(text)
    if (isBadText(text.subarray(0, whole))) throw await badText(name, path)
    if (blank) blank = text.toString('latin1').trim() === ''
    carried = Buffer.from(text.subarray(whole))
  }
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
