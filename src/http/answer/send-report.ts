import { hash } from 'node:crypto'
import { finished, Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Principal, scopeText } from '../../publishers/principal.ts'
import { acceptsGzip } from './accepts-gzip.ts'
import type {} from './answer-queues.ts'
import type {} from './kept-bodies.ts'
import { lengthOf, type OpenedBody, openBody, type ReportBody } from './open-body.ts'
import { isLent, returnScratch } from './scratch-blocks.ts'

export type { ReportBody }

export interface ReportAnswer {
  readonly principal: Principal
  readonly contentType: string
  /** Whether clients may keep it: not when it contains the account's key, nor what a page asks for. */
  readonly cacheable: boolean
  /** False when it is sent without an ETag. True when absent. */
  readonly isTagged?: boolean
  /** Identifies the account, and the state of all data that the body is made from. */
  readonly version: string
  /**
   * Everything that is asked, and in which format. Equal questions have equal answers, which may be kept, so
   * it contains no credentials and whatever else the body repeats. When absent, nothing is kept, as for
   * answers that contain the account's key.
   */
  readonly question?: string
  /** Request headers that the answer depends on, besides those of all answers. */
  readonly variesBy?: readonly string[]
  /** Refuses a question without an answer, such as one about an unknown app. */
  readonly check?: () => Promise<unknown>
  /** Notes that the answer is sent. */
  readonly record?: () => Promise<void>
  /**
   * Makes the body. It may be sent to other clients with the same scope and question.
   *
   * @param signal aborts when the client disconnects
   * @param opened disposed of when the body was sent or abandoned
   */
  readonly body: (signal: AbortSignal, opened: AsyncDisposableStack) => Promise<ReportBody>
}

/**
 * Sends a report, or 304 when the client already has it. Long bodies are streamed; bodies are
 * compressed when the client accepts gzip. They are kept if memory allows.
 */
export async function sendReport(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: ReportAnswer,
): Promise<FastifyReply> {
  const gzip = acceptsGzip(request)
  const { keptBodies } = request.server
  const isKept = answer.question !== undefined && keptBodies.isOn
  const facts = factsOf(request, answer, gzip)
  // Nobody is there any more.
  if (reply.raw.closed) return reply.hijack()
  const use = isKept ? keptBodies.useFor(reply.raw) : undefined
  const kept = isKept ? keptBodies.get(facts, use) : undefined
  const etag = kept?.etag ?? entityTag(facts)
  if (matches(request.headers['if-none-match'], etag)) {
    if (!kept) await answer.check?.()
    return cacheHeaders(reply, answer).header('etag', etag).status(304).send()
  }
  if (kept) return send(reply, answer, { ...kept, matchesVersion: true }, etag, gzip)

  const disconnect = new AbortController()
  const { signal } = disconnect
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) disconnect.abort(new Error('The client disconnected.'))
  })
  const make = (until: AbortSignal) => inTurn(request, reply, answer, gzip, until)
  try {
    const body = await (isKept ? keptBodies.open(facts, etag, signal, make, use) : make(signal))
    if (body) return await send(reply, answer, body, etag, gzip)
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return reply.hijack()
}

/** A short JSON body. */
export async function* jsonPieces(body: unknown): AsyncGenerator<Uint8Array> {
  yield Buffer.from(JSON.stringify(body), 'utf8')
}

/** How answers are cached. Errors are not, so they do not have these headers. */
const cacheHeaders = (reply: FastifyReply, { cacheable, variesBy = [] }: ReportAnswer) =>
  reply
    .header('cache-control', cacheable ? 'private' : 'no-store')
    .header('vary', ['Accept-Encoding', 'Authorization', ...variesBy].join(', '))

async function send(
  reply: FastifyReply,
  answer: ReportAnswer,
  { matchesVersion, headers, bytes }: OpenedBody,
  etag: string,
  gzip: boolean,
): Promise<FastifyReply> {
  await answer.record?.()
  cacheHeaders(reply, answer).headers(headers).type(answer.contentType)
  if (matchesVersion && answer.isTagged !== false) reply.header('etag', etag)
  if (gzip) reply.header('content-encoding', 'gzip')
  if (bytes instanceof Uint8Array && isLent(bytes)) {
    reply.raw.once('finish', () => returnScratch(bytes))
  }
  if (bytes instanceof Uint8Array || bytes instanceof Readable) return reply.send(bytes)
  reply.header('content-length', lengthOf(bytes))
  return reply.send(Readable.from(bytes, { objectMode: false }))
}

/**
 * Opens the body in the account's turn. The answer keeps its place until its last byte is sent and its last
 * figure is read: after its client has gone, others may wait for it.
 */
async function inTurn(
  { server: { answerQueues } }: FastifyRequest,
  { raw }: FastifyReply,
  answer: ReportAnswer,
  gzip: boolean,
  signal: AbortSignal,
): Promise<OpenedBody> {
  const { id } = answer.principal.account
  const leave = await answerQueues.open(id, signal)
  let isMade = false
  let isSent = false
  const leaveAtEnd = () => {
    if (isMade && isSent) leave()
  }
  finished(raw, () => {
    isSent = true
    leaveAtEnd()
  })
  const onMade = () => {
    isMade = true
    leaveAtEnd()
  }
  try {
    const make = () => openBody((opened) => answer.body(signal, opened), gzip)
    const body = await answerQueues.ask(id, make)
    if (body.bytes instanceof Readable) body.bytes.once('close', onMade)
    else onMade()
    return body
  } catch (error) {
    onMade()
    throw error
  }
}

/** Data, limited apps, question and encoding determine every byte. */
function factsOf(request: FastifyRequest, answer: ReportAnswer, gzip: boolean): string {
  const { principal, version, question, contentType } = answer
  const encoding = gzip ? 'gzip' : 'identity'
  // An answer with a key repeats that of its URL.
  return [scopeText(principal), version, contentType, encoding, question ?? request.url].join('\n')
}

/** A strong tag. */
const entityTag = (facts: string): string => `"${hash('sha256', facts, 'base64url').slice(0, 27)}"`

function matches(header: string | undefined, etag: string): boolean {
  if (!header) return false
  return header.trim() === '*' || header.match(/"[^"]*"/g)?.some((tag) => tag === etag) === true
}
