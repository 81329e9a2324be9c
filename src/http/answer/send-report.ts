import { createHash } from 'node:crypto'
import { finished, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type {} from './answer-lanes.ts'

export interface ReportBody {
  /** Whether the body is surely of the state that the answer's version names. */
  readonly settled: boolean
  /** The body in pieces, written as they are read. The last piece ends it. */
  readonly pieces: AsyncGenerator<Uint8Array>
}

export interface ReportAnswer {
  /** The id of the account that asks. */
  readonly account: number
  readonly contentType: string
  /** Whether clients may keep the answer; not so when it shows the account's key. */
  readonly cacheable: boolean
  /** Names the state of everything the body is made from, beside the request itself. */
  readonly version: string
  /**
   * Makes the body.
   *
   * @param signal tells that the client has hung up
   * @param opened disposes of what is added to it, once the body is sent or given up
   */
  readonly body: (signal: AbortSignal, opened: AsyncDisposableStack) => Promise<ReportBody>
}

/** A low level: reports are repetitive, and the processors have other clients to serve. */
const gzipLevel = 3
/** An answer up to about this size is sent at once, with its length. */
const wholeBytes = 262_144

/**
 * Sends a report: 304 when the client has it already, else the body, streamed when it is long and
 * compressed when the client takes that.
 */
export async function sendReport(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: ReportAnswer,
): Promise<FastifyReply> {
  const encoding = negotiate(request.headers['accept-encoding'] ?? 'identity', ['gzip', 'identity'])
  const gzip = encoding === 'gzip'
  const etag = entityTag(answer.version, request.url, gzip)
  reply
    .header('cache-control', answer.cacheable ? 'private' : 'no-store')
    .header('vary', 'Accept-Encoding, Authorization')
  if (matches(request.headers['if-none-match'], etag)) {
    return reply.header('etag', etag).status(304).send()
  }

  const hangUp = new AbortController()
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) hangUp.abort(new Error('The client hung up.'))
  })
  const begun = await inTurn(request, reply, answer, hangUp.signal)
  // There is nobody left to answer.
  if (!begun) return reply.hijack()
  const { settled, stream } = begun
  if (settled) reply.header('etag', etag)
  reply.type(answer.contentType)
  if (!gzip) return reply.send(stream)
  reply.header('content-encoding', 'gzip')
  const compressed = createGzip({ level: gzipLevel })
  if (!(stream instanceof Readable)) return reply.send(compressed.end(stream))
  stream.once('error', (error) => compressed.destroy(error))
  compressed.once('close', () => stream.destroy())
  return reply.send(stream.pipe(compressed))
}

/** A short body of JSON, in one piece. */
export async function* jsonPieces(body: unknown): AsyncGenerator<Uint8Array> {
  yield Buffer.from(JSON.stringify(body), 'utf8')
}

/** Begins an answer in its account's turn. It keeps its place until its last byte is taken. */
async function inTurn(
  { server: { answerLanes } }: FastifyRequest,
  { raw }: FastifyReply,
  answer: ReportAnswer,
  signal: AbortSignal,
) {
  try {
    const leave = await answerLanes.open(answer.account, signal)
    finished(raw, leave)
    return await answerLanes.ask(answer.account, () => begin(answer, signal))
  } catch (error) {
    if (signal.aborted) return null
    throw error
  }
}

/** Runs the answer up to its first bytes; null when the client hung up meanwhile. */
async function begin(answer: ReportAnswer, signal: AbortSignal) {
  await using opened = new AsyncDisposableStack()
  try {
    const { settled, pieces } = await answer.body(signal, opened)
    const stream = await whole(pieces)
    if (stream instanceof Readable) disposeAtEnd(stream, opened.move())
    return { settled, stream }
  } catch (error) {
    if (signal.aborted) return null
    throw error
  }
}

/** A stream may close before it is read, so what it reads from must not wait for its end. */
function disposeAtEnd(stream: Readable, opened: AsyncDisposableStack): void {
  stream.once('close', () => {
    // The answer is over: there is nobody left to hear of an error.
    opened.disposeAsync().catch(() => undefined)
  })
}

/** A short body whole, a longer one as a stream. Errors up to here become problems. */
async function whole(pieces: AsyncGenerator<Uint8Array>): Promise<Uint8Array | Readable> {
  const first: Uint8Array[] = []
  let bytes = 0
  while (bytes <= wholeBytes) {
    const { done, value } = await pieces.next()
    if (done) return first.length === 1 ? first[0]! : Buffer.concat(first)
    first.push(value)
    bytes += value.length
  }
  const all = async function* () {
    try {
      yield* first
      yield* pieces
    } finally {
      await pieces.return(undefined)
    }
  }
  return Readable.from(all(), { objectMode: false })
}

/** A strong tag: the state of the data, the request and the encoding decide every byte. */
function entityTag(version: string, url: string, gzip: boolean): string {
  const hash = createHash('sha256').update(`${version}\n${url}\n${gzip ? 'gzip' : 'identity'}`)
  return `"${hash.digest('base64url').slice(0, 27)}"`
}

function matches(header: string | undefined, etag: string): boolean {
  if (!header) return false
  return header.trim() === '*' || header.match(/"[^"]*"/g)?.some((tag) => tag === etag) === true
}
