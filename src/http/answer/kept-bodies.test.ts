import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { MemoryBudget } from '../../limits/memory-budget.ts'
import { KeptBodies } from './kept-bodies.ts'
import type { OpenedBody } from './open-body.ts'
import { isLent } from './scratch-blocks.ts'
import { Utf8Writer } from './utf8-writer.ts'

const client = new AbortController().signal

function writtenBody(length: number): OpenedBody<Uint8Array> {
  const text = new Utf8Writer()
  text.string('x'.repeat(length))
  return { matchesVersion: true, headers: {}, bytes: text.takeAll()[0]! }
}

const ask = async (kept: KeptBodies, make: () => OpenedBody) => {
  const opened = await kept.open('question', 'tag', client, async () => make())
  return opened!.bytes as Uint8Array
}

test('a short body is kept at once, in memory of its own length', async () => {
  const kept = new KeptBodies(new MemoryBudget(1_000_000))
  const bytes = await ask(kept, () => writtenBody(16_000))
  expect(kept.get('question')?.bytes).toBe(bytes)
  expect([isLent(bytes), bytes.buffer.byteLength]).toEqual([false, 16_000])
})

test('a long body is kept when it is asked for again', async () => {
  const kept = new KeptBodies(new MemoryBudget(1_000_000))
  expect(isLent(await ask(kept, () => writtenBody(100_000)))).toBe(true)
  expect(kept.get('question')).toBeUndefined()
  const bytes = await ask(kept, () => writtenBody(100_000))
  expect(kept.get('question')?.bytes).toBe(bytes)
  expect([isLent(bytes), bytes.buffer.byteLength]).toEqual([false, 100_000])
})

test('a long body that several clients wait for is kept, and none of them gets a lent block', async () => {
  const kept = new KeptBodies(new MemoryBudget(1_000_000))
  let made = 0
  const make = () => {
    made++
    return writtenBody(100_000)
  }
  const bodies = await Promise.all([ask(kept, make), ask(kept, make), ask(kept, make)])
  expect(made).toBe(1)
  for (const bytes of bodies) expect(bytes).toBe(kept.get('question')?.bytes)
  expect(isLent(bodies[0]!)).toBe(false)
})

test('a body of another version is never kept, and not lent to several clients', async () => {
  const kept = new KeptBodies(new MemoryBudget(1_000_000))
  const make = () => ({ ...writtenBody(100_000), matchesVersion: false })
  const bodies = await Promise.all([ask(kept, make), ask(kept, make)])
  expect([kept.get('question'), ...bodies.map(isLent)]).toEqual([undefined, false, false])
})

describe('a streamed body', () => {
  const pieces = Array.from({ length: 16 }, (_, nth) => Buffer.alloc(65_536, `${nth % 10}`))
  const whole = Buffer.concat(pieces)

  function asks(budgetBytes: number, matchesVersion = true) {
    const memory = new MemoryBudget(budgetBytes)
    const kept = new KeptBodies(memory)
    const made: Readable[] = []
    const begin = (gone = client) =>
      kept.open('question', 'tag', gone, async () => {
        const bytes = Readable.from(pieces, { objectMode: false })
        made.push(bytes)
        return { matchesVersion, headers: {}, bytes }
      })
    const read = async () => {
      const parts: Uint8Array[] = []
      const { bytes } = (await begin())!
      for await (const piece of bytes as Iterable<Uint8Array>) parts.push(piece)
      return Buffer.concat(parts)
    }
    return { memory, kept, made, begin, read }
  }

  test('is made whole and kept when it is asked for again', async () => {
    const { memory, kept, made, read } = asks(40_000_000)
    expect((await read()).equals(whole)).toBe(true)
    expect([kept.get('question'), memory.bytes < 10_000]).toEqual([undefined, true])
    expect((await read()).equals(whole)).toBe(true)
    expect(Buffer.concat(kept.get('question')!.bytes as Uint8Array[]).equals(whole)).toBe(true)
    expect(made.length).toBe(2)
    expect(memory.bytes).toBeGreaterThan(whole.length)
    expect(memory.bytes).toBeLessThan(whole.length + 10_000)
  })

  test.each([
    ['takes more than a thirty-second of the memory', 32_000_000, true],
    ['is of another version', 40_000_000, false],
  ])('that %s is streamed each time', async (_what, budgetBytes, matchesVersion) => {
    const { memory, kept, read } = asks(budgetBytes, matchesVersion)
    for (let nth = 0; nth < 3; nth++) expect((await read()).equals(whole)).toBe(true)
    expect(kept.get('question')).toBeUndefined()
    expect(memory.bytes).toBeLessThan(10_000)
  })

  test('is streamed while other answers hold the memory', async () => {
    const { memory, kept, read } = asks(40_000_000)
    await read()
    const held = memory.use()
    held.reserve(19_500_000)
    expect((await read()).equals(whole)).toBe(true)
    expect(kept.get('question')).toBeUndefined()
    held[Symbol.dispose]()
    await read()
    expect(kept.get('question')).toBeDefined()
  })

  test('gives its memory back when its client has gone', async () => {
    const { memory, kept, made, begin, read } = asks(40_000_000)
    await read()
    const gone = new AbortController()
    const asking = begin(gone.signal)
    gone.abort()
    expect(await asking).toBeNull()
    await expect.poll(() => made.at(-1)!.destroyed).toBe(true)
    expect([kept.get('question'), memory.bytes < 10_000]).toEqual([undefined, true])
  })

  test('that fails while it is made whole is an error, and gives its memory back', async () => {
    const { memory, kept, read } = asks(40_000_000)
    await read()
    const failing = Readable.from(
      (async function* () {
        yield* pieces.slice(0, 4)
        throw new Error('The store failed.')
      })(),
      { objectMode: false },
    )
    const body = { matchesVersion: true, headers: {}, bytes: failing }
    await expect(kept.open('question', 'tag', client, async () => body)).rejects.toThrow('failed')
    expect([kept.get('question'), memory.bytes < 10_000]).toEqual([undefined, true])
  })
})
