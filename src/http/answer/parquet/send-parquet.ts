import { finished } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Principal, scopeText } from '../../../publishers/principal.ts'
import type {} from '../answer-queues.ts'
import type { KeptFile } from './kept-file.ts'
import type { MakeAnswer } from './parquet-files.ts'
import { sendFile } from './send-file.ts'

export interface FileAnswer {
  /** Identifies the account, and the state of all data that the file is made from. */
  readonly version: string
  /** The question as text. Equal questions have equal answers. */
  readonly question: string
  /** Request headers that the answer depends on, besides `Authorization`. */
  readonly variesBy: readonly string[]
  readonly make: MakeAnswer
}

/**
 * Sends an answer as a finished Parquet file: see {@link sendFile}. It has its place until its last
 * byte is sent, and the stores are asked in the account's turn.
 */
export async function sendParquet(
  request: FastifyRequest,
  reply: FastifyReply,
  principal: Principal,
  { version, question, variesBy, make }: FileAnswer,
): Promise<FastifyReply> {
  const { answerQueues, parquetFiles } = request.server
  const { id } = principal.account
  const scope = principal.apps === null ? [] : [scopeText(principal)]
  const key = [version, ...scope, question].join('\n')
  const disconnect = new AbortController()
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) disconnect.abort(new Error('The client disconnected.'))
  })
  reply.header('cache-control', 'private').header('vary', ['Authorization', ...variesBy].join(', '))
  try {
    const leave = await answerQueues.open(id, disconnect.signal)
    let isOver = false
    let file: KeptFile | undefined
    const release = () => file?.release().catch((error) => request.log.warn(error))
    finished(reply.raw, () => {
      isOver = true
      leave()
      release()
    })
    const inTurn: MakeAnswer = (...args) => answerQueues.ask(id, () => make(...args))
    file = await parquetFiles.open(id, key, inTurn, disconnect.signal)
    if (!isOver) return sendFile(request, reply, file)
    release()
    return reply.hijack()
  } catch (error) {
    if (disconnect.signal.aborted) return reply.hijack()
    throw error
  }
}
