import { createHash } from 'node:crypto'
import { finished, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Principal, scopeText } from '../../publishers/principal.ts'
import type {} from './answer-lanes.ts'

export interface ReportBody {
  /** Whether the body was made from the answer's version; if not, it is sent without an ETag. */
  readonly matchesVersion: boolean
  readonly pieces: AsyncGenerator<Uint8Array>
}

export interface ReportAnswer {
  readonly principal: Principal
  readonly contentType: string
  /** False when the answer contains the account's key. */
  readonly cacheable: boolean
  /** Identifies the account, and the state of all data that the body is made from. */
  readonly version: string
  /** What is asked, and in which format; the URL when absent. Equal questions have equal answers. */
  readonly question?: string
  /** Request headers that the answer depends on, besides those of all answers. */
  readonly variesBy?: readonly string[]
  /**
   * Makes the body.
   *
   * @param signal aborts when the client disconnects
   * @param opened disposed of when the body was sent or abandoned
   */
  readonly body: (signal: AbortSignal, opened: AsyncDisposableStack) => Promise<ReportBody>
}

/** Reports are repetitive, so a higher level would cost CPU time and save little. */
const gzipLevel = 3
/** Bodies up to about this size are sent in one piece, with their length. */
const bufferedBytes = 262_144

/**
 * Sends a report, or 304 when the client already has it. Long bodies are streamed; bodies are
 * compressed when the client accepts gzip.
 */
export async function sendReport(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: ReportAnswer,
): Promise<FastifyReply> {
  const encoding = negotiate(request.headers['accept-encoding'] ?? 'identity', ['gzip', 'identity'])
  const gzip = encoding === 'gzip'
  const etag = entityTag(answer, answer.question ?? request.url, gzip)
  reply
    .header('cache-control', answer.cacheable ? 'private' : 'no-store')
    .header('vary', ['Accept-Encoding', 'Authorization', ...(answer.variesBy ?? [])].join(', '))
  if (matches(request.headers['if-none-match'], etag)) {
    return reply.header('etag', etag).status(304).send()
  }

  const disconnect = new AbortController()
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) disconnect.abort(new Error('The client disconnected.'))
  })
  const opened = await inTurn(request, reply, answer, disconnect.signal)
  if (!opened) return reply.hijack()
  const { matchesVersion, stream } = opened
  if (matchesVersion) reply.header('etag', etag)
  reply.type(answer.contentType)
  if (!gzip) return reply.send(stream)
  reply.header('content-encoding', 'gzip')
  const compressed = createGzip({ level: gzipLevel })
  if (!(stream instanceof Readable)) return reply.send(compressed.end(stream))
  stream.once('error', (error) => compressed.destroy(error))
  compressed.once('close', () => stream.destroy())
  return reply.send(stream.pipe(compressed))
}

/** A short JSON body. */
export async function* jsonPieces(body: unknown): AsyncGenerator<Uint8Array> {
  yield Buffer.from(JSON.stringify(body), 'utf8')
}

/** Opens the body in the account's turn. The answer keeps its place until its last byte is sent. */
async function inTurn(
  { server: { answerLanes } }: FastifyRequest,
  { raw }: FastifyReply,
  answer: ReportAnswer,
  signal: AbortSignal,
) {
  try {
    const leave = await answerLanes.open(answer.principal.account.id, signal)
    finished(raw, leave)
    return await answerLanes.ask(answer.principal.account.id, () => openBody(answer, signal))
  } catch (error) {
    if (signal.aborted) return null
    throw error
  }
}

/** Runs the answer up to its first bytes. @returns null when the client disconnected */
async function openBody(answer: ReportAnswer, signal: AbortSignal) {
  await using opened = new AsyncDisposableStack()
  try {
    const { matchesVersion, pieces } = await answer.body(signal, opened)
    const stream = await bufferOrStream(pieces)
    if (stream instanceof Readable) disposeAtEnd(stream, opened.move())
    return { matchesVersion, stream }
  } catch (error) {
    if (signal.aborted) return null
    throw error
  }
}

// Not in the generator's `finally`: a stream may be closed before anything is read from it.
function disposeAtEnd(stream: Readable, opened: AsyncDisposableStack): void {
  stream.once('close', () => {
    opened.disposeAsync().catch(() => undefined)
  })
}

/** A short body in one piece, a longer one as a stream. Errors before it streams become problems. */
async function bufferOrStream(pieces: AsyncGenerator<Uint8Array>): Promise<Uint8Array | Readable> {
  const first: Uint8Array[] = []
  let bytes = 0
  while (bytes <= bufferedBytes) {
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

/** A strong tag: data, limited apps, question and encoding determine every byte. */
function entityTag({ version, principal }: ReportAnswer, question: string, gzip: boolean): string {
  const scope = principal.apps === null ? [] : [scopeText(principal)]
  const facts = [version, ...scope, question, gzip ? 'gzip' : 'identity']
  const hash = createHash('sha256').update(facts.join('\n'))
  return `"${hash.digest('base64url').slice(0, 27)}"`
}

function matches(header: string | undefined, etag: string): boolean {
  if (!header) return false
  return header.trim() === '*' || header.match(/"[^"]*"/g)?.some((tag) => tag === etag) === true
}
