import type { Socket } from 'node:net'

/** How many stall limits a client has for a piece of an answer, usually 64 KiB. */
const stallsPerPiece = 10

/** How far a connection's client has read. */
interface Progress {
  readonly pieces: number
  readonly unsent: number
  readonly movedAtMs: number
  readonly pieceAtMs: number
}

/**
 * Closes connections whose client does not read its answer: none of the bytes that wait were taken
 * for the stall limit, or not even one piece within ten times the limit.
 */
export class ProgressWatch {
  readonly #seen = new WeakMap<Socket, Progress>()
  readonly #stallTimeoutMs: number

  constructor(stallTimeoutMs: number) {
    this.#stallTimeoutMs = stallTimeoutMs
  }

  /** Looks at connections. @returns how many it closed */
  look(sockets: Iterable<Socket>, nowMs: number): number {
    let closed = 0
    for (const socket of sockets) {
      if (socket.writableLength === 0) {
        this.#seen.delete(socket)
      } else if (this.#isStalled(socket, nowMs)) {
        socket.destroy()
        closed++
      }
    }
    return closed
  }

  #isStalled(socket: Socket, nowMs: number): boolean {
    const pieces = socket.bytesWritten - socket.writableLength
    const unsent = unsentBytes(socket)
    const before = this.#seen.get(socket)
    const isNewPiece = before?.pieces !== pieces
    const hasMoved = isNewPiece || before.unsent !== unsent
    const movedAtMs = hasMoved ? nowMs : before.movedAtMs
    const pieceAtMs = isNewPiece ? nowMs : before.pieceAtMs
    this.#seen.set(socket, { pieces, unsent, movedAtMs, pieceAtMs })
    return (
      nowMs - movedAtMs >= this.#stallTimeoutMs ||
      nowMs - pieceAtMs >= this.#stallTimeoutMs * stallsPerPiece
    )
  }
}

/** Only the handle knows how much of a piece the system has taken; Node's own timeout asks it too. */
function unsentBytes(socket: Socket): number {
  const { _handle: handle } = socket as { _handle?: { writeQueueSize?: number } | null }
  return handle?.writeQueueSize ?? 0
}
