import type { FastifyRequest } from 'fastify'
import { Problem } from '../answer/problems.ts'
import type {} from './connections.ts'

/** The least bytes of a body within ten stall limits. */
const pieceBytes = 65_536
const stallsPerPiece = 10

export interface UploadWatch {
  /** Aborts with a Problem `request_timeout`, or when the client is gone. */
  readonly signal: AbortSignal
  readonly end: () => void
}

/**
 * Lets a request's body take as long as it needs, as long as it arrives: some bytes within the stall
 * limit, and a piece of 64 KiB within ten times that.
 *
 * @param longestMs for the whole body
 */
export function watchUpload(request: FastifyRequest, longestMs: number): UploadWatch {
  const { socket } = request.raw
  const { connections } = request.server
  const { stallTimeoutMs } = connections
  const abort = new AbortController()
  const late = () =>
    abort.abort(
      new Problem('request_timeout', 'The file did not arrive in time. Send it again.', {
        headers: { connection: 'close' },
      }),
    )
  const endLong = connections.allowLong(socket)
  const deadline = setTimeout(late, longestMs).unref()
  let [bytes, movedAtMs, pieceBytesRead, pieceAtMs] = [0, performance.now(), 0, performance.now()]
  const look = () => {
    const [nowMs, read] = [performance.now(), socket.bytesRead ?? 0]
    if (read > bytes) movedAtMs = nowMs
    bytes = read
    if (read - pieceBytesRead >= pieceBytes) [pieceBytesRead, pieceAtMs] = [read, nowMs]
    if (nowMs - movedAtMs >= stallTimeoutMs) late()
    if (nowMs - pieceAtMs >= stallTimeoutMs * stallsPerPiece) late()
  }
  const timer = stallTimeoutMs > 0 ? setInterval(look, stallTimeoutMs / 4).unref() : undefined
  const gone = () => {
    if (!request.raw.complete) abort.abort(new Problem('bad_request', 'The request ended early.'))
  }
  request.raw.once('close', gone)
  return {
    signal: abort.signal,
    end: () => {
      clearTimeout(deadline)
      clearInterval(timer)
      request.raw.off('close', gone)
      endLong()
    },
  }
}
