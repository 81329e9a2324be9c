import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { StoreUnavailableError } from '../../values/store-unavailable-error.ts'
import { readAhead, timed } from './answer-stream.ts'

const mebibyte = Buffer.alloc(1_048_576)

/** A stream that falls silent after some pieces, unless it ends there. */
function stream(pieces: readonly Buffer[], ends: boolean): Readable {
  const readable = new Readable({ read: () => undefined })
  for (const piece of pieces) readable.push(piece)
  if (ends) readable.push(null)
  return readable
}

async function lengthOf(answer: AsyncIterable<Buffer>): Promise<number> {
  let length = 0
  for await (const piece of answer) length += piece.length
  return length
}

test.each([0, 1, 4, 9])('an answer of %i MiB is read whole', async (pieces) => {
  const source = stream(Array(pieces).fill(mebibyte), true)
  const answer = await readAhead(timed(source, 10_000))
  expect(await lengthOf(answer)).toBe(pieces * mebibyte.length)
})

test('an answer that hangs after its beginning is an error', async () => {
  const source = stream([mebibyte], false)
  await expect(readAhead(timed(source, 20))).rejects.toThrow(StoreUnavailableError)
  expect(source.destroyed).toBe(true)
})

test('an answer that hangs later is an error at that point', async () => {
  const source = stream(Array(9).fill(mebibyte), false)
  const answer = await readAhead(timed(source, 20))
  await expect(lengthOf(answer)).rejects.toThrow(StoreUnavailableError)
  expect(source.destroyed).toBe(true)
})

test('an answer that is not read to its end ends its stream', async () => {
  const source = stream(Array(9).fill(mebibyte), false)
  for await (const piece of await readAhead(timed(source, 10_000))) {
    expect(piece.length).toBeGreaterThan(0)
    break
  }
  expect(source.destroyed).toBe(true)
})

test('an answer that is disposed of ends its stream, also when nothing was read', async () => {
  const source = stream(Array(9).fill(mebibyte), false)
  const answer = await readAhead(timed(source, 10_000))
  expect(source.destroyed).toBe(false)
  await answer[Symbol.asyncDispose]()
  expect(source.destroyed).toBe(true)
})
