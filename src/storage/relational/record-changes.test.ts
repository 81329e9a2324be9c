import { describe, expect, test } from 'vitest'
import { PolledChanges } from './record-changes.ts'

/** Changes whose readings end when they are told to. */
function polled(oldestMs: number) {
  const readings: PromiseWithResolvers<number>[] = []
  const changes = new PolledChanges(() => {
    const reading = Promise.withResolvers<number>()
    readings.push(reading)
    return reading.promise
  }, oldestMs)
  return { changes, readings }
}

describe('the number of changes', () => {
  test('is read once for all who wait for it, and not again while it is young', async () => {
    const { changes, readings } = polled(60_000)
    const waiting = [changes.refresh(), changes.refresh()]
    readings[0]!.resolve(4)
    await Promise.all(waiting)
    expect(changes.number).toBe(4)
    expect(changes.refresh()).toBeNull()
    expect(readings).toHaveLength(1)
  })

  test('is read again once it is old', async () => {
    const { changes, readings } = polled(0)
    for (const number of [1, 2]) {
      const refreshed = changes.refresh()
      readings.at(-1)!.resolve(number)
      await refreshed
      expect(changes.number).toBe(number)
    }
  })

  test('is not that of a reading which began before a write', async () => {
    const { changes, readings } = polled(60_000)
    const early = changes.refresh()
    changes.expire()
    const late = changes.refresh()
    expect(readings).toHaveLength(2)
    readings[1]!.resolve(2)
    await late
    readings[0]!.resolve(1)
    await early
    expect(changes.number).toBe(2)
    expect(changes.refresh()).toBeNull()
  })

  test('of a reading that a write overtook is better than an older one', async () => {
    const { changes, readings } = polled(60_000)
    const early = changes.refresh()
    changes.expire()
    readings[0]!.resolve(7)
    await early
    expect(changes.number).toBe(7)
    expect(changes.refresh()).not.toBeNull()
  })

  test('is unknown while the database does not answer, and read again afterwards', async () => {
    const { changes, readings } = polled(60_000)
    const failing = changes.refresh()
    readings[0]!.reject(new Error('away'))
    await expect(failing).rejects.toThrow('away')
    const again = changes.refresh()
    readings[1]!.resolve(3)
    await again
    expect(changes.number).toBe(3)
  })
})
