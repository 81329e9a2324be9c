import type { Readable } from 'node:stream'
import { StoreUnavailableError } from '../../values/store-unavailable-error.ts'

/** What is read of an answer before it is handed on; most are smaller. */
const readAheadBytes = 4_194_304

/** What a reader is told of who does not answer. */
export const tooLate = () =>
  new StoreUnavailableError(
    'ClickHouse did not answer in time. Check its load, or ask for fewer days.',
  )

/** The bytes of an answer, to be read once. It holds a connection until then, or until its disposal. */
export interface OpenAnswer extends AsyncIterable<Buffer>, AsyncDisposable {}

/** Reads what usually is all of an answer, so that it holds no connection while it is sent on. */
export async function readAhead(stream: AsyncGenerator<Buffer>): Promise<OpenAnswer> {
  const pieces: Buffer[] = []
  for (let bytes = 0; bytes < readAheadBytes; ) {
    const { value, done } = await stream.next()
    if (done) break
    pieces.push(value)
    bytes += value.length
  }
  return {
    async *[Symbol.asyncIterator]() {
      try {
        yield* pieces
        yield* stream
      } finally {
        await stream.return(undefined)
      }
    },
    // Ends the stream also when nothing was read: a generator that has not begun runs no `finally`.
    [Symbol.asyncDispose]: async () => void (await stream.return(undefined)),
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
