import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { RememberedValues } from './remembered-values.ts'

interface Sized {
  readonly name: string
  readonly bytes: number
}

function values(maxCount = 100, maxBytes = 1_000, maxAge = 60_000) {
  const writes = { count: 0 }
  const bytesOf = ({ bytes }: Sized) => bytes
  const bounds = { maxCount, maxBytes, bytesOf }
  const remembered = new RememberedValues<Sized>(() => writes.count, bounds, maxAge)
  const reads: string[] = []
  const get = (name: string, bytes = 10) =>
    remembered.get(name, async () => {
      reads.push(name)
      return { name, bytes }
    })
  return { writes, remembered, reads, get }
}

describe('a remembered value', () => {
  test('is read once, until this process writes', async () => {
    const { writes, reads, get } = values()
    expect(await get('a')).toBe(await get('a'))
    writes.count++
    await get('a')
    expect(reads).toEqual(['a', 'a'])
  })

  test('is read again when it is old, which it becomes from the beginning of its reading', async () => {
    const { remembered, reads, get } = values(100, 1_000, 20)
    const slow = () => delay(40).then(() => ({ name: 'slow', bytes: 1 }))
    expect((await remembered.get('a', slow))!.name).toBe('slow')
    await get('a')
    expect(reads).toEqual(['a'])
  })

  test('is read once for all who wait for it', async () => {
    const { reads, get } = values()
    await Promise.all([get('a'), get('a'), get('b')])
    expect(reads).toEqual(['a', 'b'])
  })

  test('that something overtook is not kept', async () => {
    const { writes, remembered, reads, get } = values()
    const slow = Promise.withResolvers<Sized>()
    const early = remembered.get('a', () => slow.promise)
    writes.count++
    await get('b')
    slow.resolve({ name: 'before', bytes: 1 })
    expect((await early)!.name).toBe('before')
    expect((await get('a'))!.name).toBe('a')
    expect(reads).toEqual(['b', 'a'])
  })

  test('that could not be read is read again', async () => {
    const { remembered, get } = values()
    const failing = remembered.get('a', async () => {
      throw new Error('away')
    })
    await expect(failing).rejects.toThrow('away')
    expect((await get('a'))!.name).toBe('a')
  })

  test('that does not exist is not kept', async () => {
    const { remembered } = values()
    expect(await remembered.get('a', async () => null)).toBeNull()
    expect(remembered.count).toBe(0)
  })
})

describe('the bounds', () => {
  test('of the count drop what was used longest ago', async () => {
    const { remembered, reads, get } = values(2)
    for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await get(name)
    expect(reads).toEqual(['a', 'b', 'c', 'b'])
    expect(remembered.count).toBe(2)
  })

  test('of the bytes hold, and a value beyond them is not kept', async () => {
    const { remembered, get } = values(100, 100)
    for (let nth = 0; nth < 50; nth++) {
      await get(String(nth), 1 + ((nth * 37) % 120))
      expect(remembered.bytes).toBeLessThanOrEqual(100)
    }
    expect(remembered.count).toBeGreaterThan(0)
    const before = remembered.count
    await get('large', 101)
    expect(remembered.count).toBe(before)
  })
})
