import { afterEach, expect, test } from 'vitest'
import {
  pauseConnection,
  resumeConnection,
} from '../../src/use-cases/connections/pause-connection.ts'
import { pullConnection } from '../../src/use-cases/connections/pull-connection.ts'
import { Truth } from '../fake-networks/truth.ts'
import { openPulledSite, type PulledSite } from './pulled-site.ts'

let site: PulledSite
afterEach(() => site.close())
const vungle = { username: 'studio', name: 'vungle' }

/** The requests of a turn to a network that is down: three days, five times each. */
const perTurn = 15

/** A connection with nine due days, which is three turns, to a network that is down. */
async function openBroken() {
  site = await openPulledSite(new Truth())
  site.fake.script('vungle', Array(10_000).fill('server-error'))
  await site.connect('vungle', { startDate: '2026-03-01' })
}

/** @returns how many requests it sends */
async function turn(): Promise<number> {
  const before = site.fake.requests.length
  await site.pullDue()
  return site.fake.requests.length - before
}

/** @returns how many minutes it took */
async function passUntilNextTry(): Promise<number> {
  const minutes = (Date.parse((await site.show('vungle')).back_off!.until) - site.nowMs()) / 60_000
  // The view has whole seconds.
  site.pass((minutes * 60 + 1) / 3_600)
  return minutes
}

test('a network that is down is asked less and less often, until it is there again', async () => {
  await openBroken()
  for (const [index, most] of [2, 5, 15, 30, 60, 60].entries()) {
    expect(await turn()).toBe(perTurn)
    const shown = await site.show('vungle')
    const { state, back_off: backOff, next_pull_at: next, problem, pulled_days: days } = shown
    expect([state, backOff!.failures, next]).toEqual(['active', index + 1, backOff!.until])
    expect(days.every((day) => day.next_pull_at! >= backOff!.until)).toBe(true)
    expect(problem).toMatchObject({ kind: 'fault', fault: 'try-later' })
    expect(await turn(), 'before its time').toBe(0)
    const minutes = await passUntilNextTry()
    expect(minutes).toBeGreaterThan(most * 0.74)
    expect(minutes).toBeLessThanOrEqual(most)
  }
  site.fake.script('vungle', [])
  expect(await turn()).toBeGreaterThan(0)
  const { back_off: backOff, problem, days } = await site.show('vungle')
  expect([backOff, problem, days.due]).toEqual([null, null, 0])
})

test('a person may try at once, and so may whoever pauses and resumes', async () => {
  await openBroken()
  await turn()
  const { call } = site.installation
  const again = site.fake.requests.length
  await call(pullConnection, vungle)
  expect(site.fake.requests.length - again).toBe(perTurn)
  expect((await site.show('vungle')).back_off).toMatchObject({ failures: 2 })
  await call(pauseConnection, vungle)
  await call(resumeConnection, vungle)
  expect((await site.show('vungle')).back_off).toBeNull()
  expect(await turn()).toBe(perTurn)
  site.fake.script('vungle', [])
  const { days, back_off: backOff } = await call(pullConnection, vungle)
  expect(backOff).toBeNull()
  expect(days.due).toBe(0)
})

test('a network that wants fewer requests is left alone as long as it asks for', async () => {
  site = await openPulledSite(new Truth())
  site.fake.script('vungle', Array(100).fill('slow-down'))
  await site.connect('vungle', { startDate: '2026-03-07' })
  expect(await turn()).toBeGreaterThan(0)
  expect(await site.show('vungle')).toMatchObject({
    back_off: { failures: 1 },
    problem: { fault: 'slow-down' },
    days: { failed: 1 },
  })
  expect(await turn()).toBe(0)
  site.fake.script('vungle', [])
  await passUntilNextTry()
  await turn()
  expect(await site.show('vungle')).toMatchObject({ back_off: null, days: { due: 0 } })
})
