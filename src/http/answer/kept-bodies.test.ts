import { expect, test } from 'vitest'
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
