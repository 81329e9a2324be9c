import type { Readable } from 'node:stream'
import { StoreUnavailableError } from '../../values/store-unavailable-error.ts'

/** What is read of an answer before it is handed on; most are smaller. */
const readAheadBytes = 4_194_304

/** What a reader is told of who does not answer. */
export const tooLate = () => new StoreUnavailableError('The figures did not answer in time.')

/** Reads what usually is all of an answer, so that it holds no connection while it is sent on. */
export async function readAhead(stream: AsyncIterator<Buffer>): Promise<AsyncIterable<Buffer>> {
  const pieces: Buffer[] = []
  for (let bytes = 0; bytes < readAheadBytes; ) {
    const { value, done } = await stream.next()
    if (done) return inMemory(pieces)
    pieces.push(value)
    bytes += value.length
  }
  return both(pieces, stream)
}

async function* inMemory(pieces: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* pieces
}

async function* both(pieces: readonly Buffer[], rest: AsyncIterator<Buffer>) {
  try {
    yield* pieces
    for (;;) {
      const { value, done } = await rest.next()
      if (done) return
      yield value as Buffer
    }
  } finally {
    await rest.return?.()
  }
}

/** Fails when a piece does not come in time; how long the reader takes between them is its own. */
export async function* timed(stream: Readable, timeoutMs: number): AsyncGenerator<Buffer> {
  const pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  try {
    for (;;) {
      const timer = setTimeout(() => stream.destroy(tooLate()), timeoutMs)
      const { value, done } = await pieces.next().finally(() => clearTimeout(timer))
      if (done) return
      yield value
    }
  } finally {
    stream.destroy()
  }
}
