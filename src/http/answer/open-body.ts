import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGzip, gzip } from 'node:zlib'
import { returnScratch, scratchBytes } from './scratch-blocks.ts'

export interface ReportBody {
  /** Whether the body was made from the answer's version; if not, it is sent without an ETag. */
  readonly matchesVersion: boolean
  /** Of this body, besides those of every answer to the question. */
  readonly headers?: Readonly<Record<string, string>>
  readonly pieces: AsyncGenerator<Uint8Array>
}

/** Bytes that are all known: a short body whole, a long one in pieces. */
export type WholeBytes = Uint8Array | readonly Uint8Array[]

/** A body as it is sent: a short one whole, a longer one as a stream, compressed if it should be. */
export interface OpenedBody<Bytes = WholeBytes | Readable> {
  readonly matchesVersion: boolean
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Bytes
}

export const isWhole = (body: OpenedBody): body is OpenedBody<WholeBytes> =>
  !(body.bytes instanceof Readable)

/** How many bytes there are. */
export const lengthOf = (bytes: WholeBytes): number =>
  bytes instanceof Uint8Array
    ? bytes.length
    : bytes.reduce((length, piece) => length + piece.length, 0)

/** Reports are repetitive, so a higher level would cost CPU time and save little. */
const level = 3
const compress = promisify(gzip)
/** Bodies up to about this size are sent in one piece, with their length. */
const bufferedBytes = scratchBytes

/**
 * Makes a body up to its first bytes. Errors before it streams are thrown.
 *
 * @param make what it opens is disposed of when the body was sent or abandoned
 */
export async function openBody(
  make: (opened: AsyncDisposableStack) => Promise<ReportBody>,
  isCompressed: boolean,
): Promise<OpenedBody> {
  await using opened = new AsyncDisposableStack()
  const { matchesVersion, headers = {}, pieces } = await make(opened)
  const body = await bufferOrStream(pieces)
  if (body instanceof Readable) disposeAtEnd(body, opened.move())
  const bytes = isCompressed ? await compressed(body) : body
  return { matchesVersion, headers, bytes }
}

async function compressed(body: Uint8Array | Readable): Promise<Uint8Array | Readable> {
  if (body instanceof Readable) return compressedStream(body)
  const bytes = await compress(body, { level })
  returnScratch(body)
  return bytes
}

function compressedStream(stream: Readable): Readable {
  const gzipped = createGzip({ level })
  stream.once('error', (error) => gzipped.destroy(error))
  gzipped.once('close', () => stream.destroy())
  return stream.pipe(gzipped)
}

// Not in the generator's `finally`: a stream may be closed before anything is read from it.
function disposeAtEnd(stream: Readable, opened: AsyncDisposableStack): void {
  stream.once('close', () => {
    opened.disposeAsync().catch(() => undefined)
  })
}

async function bufferOrStream(pieces: AsyncGenerator<Uint8Array>): Promise<Uint8Array | Readable> {
  const first = await collect(pieces, (bytes) => bytes <= bufferedBytes)
  if (first instanceof Readable) return first
  return first.length === 1 ? first[0]! : Buffer.concat(first)
}

/**
 * Reads pieces to their end, as long as there is room.
 *
 * @param hasRoom whether to read on after so many bytes
 * @returns all pieces, or a stream of them
 */
export async function collect(
  pieces: AsyncIterator<Uint8Array>,
  hasRoom: (bytes: number) => boolean,
): Promise<readonly Uint8Array[] | Readable> {
  const first: Uint8Array[] = []
  let bytes = 0
  while (hasRoom(bytes)) {
    const { done, value } = await pieces.next()
    if (done) return first
    first.push(value)
    bytes += value.length
  }
  return Readable.from(joined(first, pieces), { objectMode: false })
}

async function* joined(
  first: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* first
    yield* { [Symbol.asyncIterator]: () => rest }
  } finally {
    await rest.return?.()
  }
}
