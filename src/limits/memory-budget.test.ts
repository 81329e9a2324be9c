import { describe, expect, test } from 'vitest'
import { MemoryBudget } from './memory-budget.ts'

describe('a memory budget', () => {
  test('keeps values by their shelf and key', () => {
    const budget = new MemoryBudget(100_000)
    const [bodies, blocks] = [budget.shelf<{ n: number }>('body'), budget.shelf('block')]
    expect(bodies.set('a', { n: 1 }, 10)).toBe(true)
    expect(bodies.get('a')).toEqual({ n: 1 })
    expect(blocks.get('a')).toBeUndefined()
    expect(budget.shelf('body').get('a')).toEqual({ n: 1 })
    bodies.delete('a')
    expect([bodies.get('a'), budget.bytes]).toEqual([undefined, 0])
  })

  test('drops what was used longest ago, on any shelf, and never exceeds its bytes', () => {
    const budget = new MemoryBudget(10_000)
    const [one, other] = [budget.shelf('one'), budget.shelf('other')]
    one.set('used', {}, 500)
    other.set('unused', {}, 500)
    for (let nth = 0; nth < 100; nth++) {
      expect(one.get('used')).toBeDefined()
      expect(other.set(`${nth}`, {}, 1_000)).toBe(true)
      expect(budget.bytes).toBeLessThanOrEqual(10_000)
    }
    expect(other.get('unused')).toBeUndefined()
    expect(other.get('99')).toBeDefined()
  })

  test('keeps nothing that takes a large part of it, and forgets what was there before', () => {
    const budget = new MemoryBudget(10_000)
    const shelf = budget.shelf('block')
    expect(shelf.set('large', {}, budget.largestBytes - 100)).toBe(true)
    expect(shelf.set('large', {}, budget.largestBytes + 1)).toBe(false)
    expect([shelf.get('large'), budget.bytes]).toEqual([undefined, 0])
  })

  test('counts again what was replaced', () => {
    const budget = new MemoryBudget(10_000)
    const shelf = budget.shelf('block')
    shelf.set('a', {}, 100)
    const { bytes } = budget
    shelf.set('a', {}, 200)
    expect(budget.bytes).toBe(bytes + 100)
  })

  test('counts a value again that has grown', () => {
    const budget = new MemoryBudget(10_000)
    const shelf = budget.shelf('block')
    const block = {}
    shelf.set('a', block, 100)
    const { bytes } = budget
    shelf.set('a', block, 200)
    expect(budget.bytes).toBe(bytes + 100)
  })

  test('counts a value as long as it is used, also once it was dropped', () => {
    const budget = new MemoryBudget(10_000)
    const shelf = budget.shelf('body')
    const [one, other] = [budget.use(), budget.use()]
    shelf.set('a', { n: 1 }, 1_000)
    const { bytes } = budget
    for (const use of [one, one, other]) expect(shelf.get('a', use)).toEqual({ n: 1 })
    expect(budget.bytes).toBe(bytes)
    shelf.delete('a')
    one[Symbol.dispose]()
    expect(budget.bytes).toBe(bytes)
    other[Symbol.dispose]()
    other[Symbol.dispose]()
    expect(budget.bytes).toBe(0)
  })

  test('stays within its bytes while readers hold what was dropped', () => {
    const budget = new MemoryBudget(10_000)
    const shelf = budget.shelf('body')
    const uses = Array.from({ length: 64 }, () => budget.use())
    let kept = 0
    for (const [nth, use] of uses.entries()) {
      if (shelf.set(`${nth}`, {}, 1_000)) kept++
      shelf.get(`${nth}`, use)
      expect(budget.bytes).toBeLessThanOrEqual(10_000)
    }
    expect(kept).toBeGreaterThan(5)
    expect(kept).toBeLessThan(10)
    for (const use of uses) use[Symbol.dispose]()
    expect(shelf.set('new', {}, 1_000)).toBe(true)
    for (let nth = 0; nth < 20; nth++) shelf.delete(`${nth}`)
    shelf.delete('new')
    expect(budget.bytes).toBe(0)
  })

  test('reserves at most half for what is in use, and values make room for it', () => {
    const budget = new MemoryBudget(10_000)
    const shelf = budget.shelf('block')
    for (let nth = 0; nth < 10; nth++) shelf.set(`${nth}`, {}, 600)
    const use = budget.use()
    expect([use.reserve(4_000), use.reserve(2_000), use.reserve(1_000)]).toEqual([
      true,
      false,
      true,
    ])
    expect(budget.bytes).toBeLessThanOrEqual(10_000)
    expect([shelf.get('0'), shelf.get('9')]).toEqual([undefined, {}])
    use[Symbol.dispose]()
    expect(budget.bytes).toBeLessThanOrEqual(5_000)
  })

  test('of no bytes keeps nothing', () => {
    const budget = new MemoryBudget(0)
    const shelf = budget.shelf('body')
    expect([shelf.set('a', {}, 1), shelf.get('a'), budget.largestBytes]).toEqual([
      false,
      undefined,
      0,
    ])
    shelf.delete('a')
  })
})
