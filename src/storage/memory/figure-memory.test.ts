import { expect, test } from 'vitest'
import { MemoryBudget } from '../../limits/memory-budget.ts'
import type { ReportStore } from '../../reporting/report-store.ts'
import { FigureMemory } from './figure-memory.ts'

const keptOf = (maxBytes: number) =>
  new FigureMemory({} as ReportStore, new MemoryBudget(maxBytes), () => new Date())

test('a block is read from its second miss until it is kept, though reads may be dropped', () => {
  const kept = keptOf(1_000_000)
  expect(kept.misses('a')).toBe(false)
  expect(kept.misses('b')).toBe(false)
  expect([kept.misses('a'), kept.misses('a')]).toEqual([true, true])
  expect(kept.keep(kept.blocks, 'a', {} as never, 1_000)).toBe(true)
  expect(kept.misses('a')).toBe(false)
  expect(kept.misses('b')).toBe(true)
})

test('a block that is too large is not read again soon', () => {
  const kept = keptOf(10_000)
  kept.misses('a')
  expect(kept.misses('a')).toBe(true)
  expect(kept.keep(kept.blocks, 'a', {} as never, 9_000)).toBe(false)
  expect([kept.misses('a'), kept.misses('a')]).toEqual([false, false])
})
