import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { MemoryBudget } from '../../limits/memory-budget.ts'
import { KeptBodies } from './kept-bodies.ts'

const bytes = 16_000
const { signal } = new AbortController()

/** A body that is made anew each time. */
const body = async () => ({
  matchesVersion: true,
  headers: {},
  bytes: Buffer.allocUnsafeSlow(bytes),
})

const response = () => new ServerResponse(new IncomingMessage(new Socket()))

test('bodies that 64 slow readers hold stay within the bound', async () => {
  const memory = new MemoryBudget(160_000)
  const bodies = new KeptBodies(memory)
  const readers = Array.from({ length: 64 }, response)
  let held = 0
  for (const [nth, reader] of readers.entries()) {
    await bodies.open(`${nth}`, '', signal, body)
    if (bodies.get(`${nth}`, bodies.useFor(reader))) held++
    expect(memory.bytes).toBeLessThanOrEqual(memory.maxBytes)
    expect(memory.bytes).toBeGreaterThanOrEqual(held * bytes)
  }
  expect(held).toBe(9)
  for (const reader of readers) reader.emit('close')
  const next = bodies.useFor(response())
  await bodies.open('next', '', signal, body, next)
  expect(bodies.get('next', next)).toBeDefined()
})

test('a client that waited for a body makes its own when too many are held', async () => {
  const memory = new MemoryBudget(160_000)
  const bodies = new KeptBodies(memory)
  let made = 0
  const make = async () => {
    made++
    return { ...(await body()), matchesVersion: false }
  }
  const ask = (key: string, reader = response()) =>
    bodies.open(key, '', signal, make, bodies.useFor(reader))
  const readers: ServerResponse[] = []
  for (let nth = 0; nth < 10; nth++) {
    const reader = response()
    readers.push(reader)
    await Promise.all([ask(`${nth}`), ask(`${nth}`, reader)])
  }
  expect([made, memory.bytes]).toEqual([15, 5 * bytes])
  for (const reader of readers) reader.emit('close')
  expect(memory.bytes).toBe(0)
})
