import { expect, test } from 'vitest'
import { MemoryBudget } from '../../limits/memory-budget.ts'
import type { ReportStore } from '../../reporting/report-store.ts'
import { FigureMemory } from './figure-memory.ts'

const keptOf = (maxBytes: number) =>
  new FigureMemory({} as ReportStore, new MemoryBudget(maxBytes), () => new Date())

test('a block is read from its second miss until it is kept, though reads may be dropped', () => {
  const memory = keptOf(1_000_000)
  expect(memory.misses('a')).toBe(false)
  expect(memory.misses('b')).toBe(false)
  expect([memory.misses('a'), memory.misses('a')]).toEqual([true, true])
  expect(memory.keep(memory.blocks, 'a', {} as never, 1_000)).toBe(true)
  expect(memory.misses('a')).toBe(false)
  expect(memory.misses('b')).toBe(true)
})

test('a block that is too large is not read again soon', () => {
  const memory = keptOf(10_000)
  memory.misses('a')
  expect(memory.misses('a')).toBe(true)
  expect(memory.keep(memory.blocks, 'a', {} as never, 9_000)).toBe(false)
  expect([memory.misses('a'), memory.misses('a')]).toEqual([false, false])
})
