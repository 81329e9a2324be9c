import type { Readable } from 'node:stream'
import { StoreUnavailableError } from '../../values/store-unavailable-error.ts'

/** Answers are read up to this size before they are returned. Most are smaller. */
const readAheadBytes = 4_194_304

/** The error of a ClickHouse timeout. */
export const timeoutError = () =>
  new StoreUnavailableError(
    'ClickHouse did not answer in time. Check its load, or ask for fewer days.',
  )

/** The bytes of an answer, to be read once. It uses a connection until it is read or disposed of. */
export interface OpenAnswer extends AsyncIterable<Buffer>, AsyncDisposable {}

/** Reads an answer, usually completely, so that it uses no connection while it is processed. */
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
    // Also ends an unread stream: a generator that has not begun does not run its `finally`.
    [Symbol.asyncDispose]: async () => void (await stream.return(undefined)),
  }
}

/** Throws when a piece does not arrive in time. Time that the reader takes does not count. */
export async function* timed(stream: Readable, timeoutMs: number): AsyncGenerator<Buffer> {
  const pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  try {
    for (;;) {
      const timer = setTimeout(() => stream.destroy(timeoutError()), timeoutMs)
      const { value, done } = await pieces.next().finally(() => clearTimeout(timer))
      if (done) return
      yield value
    }
  } finally {
    stream.destroy()
  }
}
