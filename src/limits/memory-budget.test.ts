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
