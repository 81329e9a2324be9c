import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pullConnection } from '../../src/use-cases/connections/pull-connection.ts'
import { untilFree, withLease } from '../../src/use-cases/connections/with-lease.ts'
import { Truth } from '../fake-networks/truth.ts'
import { openPulledSite, type PulledSite } from './pulled-site.ts'

let site: PulledSite
beforeEach(async () => {
  site = await openPulledSite(new Truth())
  await site.connect('vungle', { startDate: '2026-03-08' })
})
afterEach(() => site.close())

const id = 1
const { signal } = new AbortController()
const store = () => site.installation.connections
const take = (owner: string, ms: number) =>
  store().leases.acquire(id, owner, site.nowMs(), site.nowMs() + ms)

test('a connection whose process was killed is pulled at once', async () => {
  expect(await take('killed 1 process work', 180_000)).toBe(true)
  const beganMs = site.nowMs()
  const { days } = await site.installation.call(pullConnection, {
    username: 'studio',
    name: 'vungle',
  })
  expect(days).toMatchObject({ due: 0, done: 2 })
  expect(site.nowMs() - beganMs).toBeLessThan(30_000)
})

describe('where nobody knows whether the other process has ended', () => {
  const services = () => ({
    store: store(),
    owner: 'this process',
    hasEnded: () => false,
    nowMs: site.nowMs,
    wait: async (waitMs: number) => site.pass(waitMs / 3_600_000),
  })
  const work = async () =>
    withLease(services(), { id, signal, find: () => store().byId(id) }, async () => true)

  test('its lease is waited for, and how long is told', async () => {
    await take('another process', 120_500)
    expect(await work()).toBe(false)
    const left: number[] = []
    await untilFree(services(), id, signal, (leftMs) => left.push(leftMs))
    expect([left[0], left.at(-1), left.length]).toEqual([120_500, 500, 121])
    expect(await work()).toBe(true)
    await untilFree(services(), id, signal, () => expect.unreachable('it is free'))
  })

  test('a lease that its owner renews is not waited for any longer', async () => {
    await take('another process', 120_000)
    const left: number[] = []
    await untilFree(services(), id, signal, async (leftMs) => {
      left.push(leftMs)
      if (left.length === 5) await take('another process', 180_000)
    })
    expect(left.length).toBeLessThan(8)
    expect(await work()).toBe(false)
  })
})
