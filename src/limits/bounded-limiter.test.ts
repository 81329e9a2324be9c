import { describe, expect, test } from 'vitest'
import { BoundedLimiter } from './bounded-limiter.ts'

const limiterOf = (maxKeys: number, duration = 900) =>
  new BoundedLimiter({ points: 2, duration, keyPrefix: 'test' }, maxKeys)

const passes = (limiter: BoundedLimiter, key: string) =>
  limiter.consume(key).then(
    () => true,
    () => false,
  )

describe('a bounded limiter', () => {
  test('keeps as many counters as it may, however many keys come', async () => {
    const limiter = limiterOf(100)
    for (let nth = 0; nth < 10_000; nth++) await passes(limiter, `key-${nth}`)
    expect(limiter.size).toBe(100)
    // The library keeps no more either.
    expect(limiter.dump().storage).toHaveLength(100)
  })

  test('limits the keys that it keeps', async () => {
    const limiter = limiterOf(100)
    for (let nth = 0; nth < 50; nth++) await passes(limiter, `key-${nth}`)
    const again = [await passes(limiter, 'key-0'), await passes(limiter, 'key-0')]
    expect(again).toEqual([true, false])
    expect(limiter.size).toBe(50)
  })

  test('forgets the oldest one first', async () => {
    const limiter = limiterOf(2)
    for (const key of ['a', 'a', 'a', 'b', 'b', 'b']) await passes(limiter, key)
    await passes(limiter, 'c')
    expect([await passes(limiter, 'b'), await passes(limiter, 'a')]).toEqual([false, true])
  })

  test('drops counters that have expired', async () => {
    const limiter = limiterOf(100, 0.01)
    for (let nth = 0; nth < 50; nth++) await passes(limiter, `key-${nth}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
    await passes(limiter, 'new')
    expect(limiter.size).toBe(1)
  })

  test('forgets a counter that is deleted', async () => {
    const limiter = limiterOf(2)
    for (const key of ['a', 'a']) await passes(limiter, key)
    await limiter.delete('a')
    expect(limiter.size).toBe(0)
    expect(await passes(limiter, 'a')).toBe(true)
  })
})
