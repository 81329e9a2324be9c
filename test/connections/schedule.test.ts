import { afterEach, describe, expect, test } from 'vitest'
import { changeConnection } from '../../src/use-cases/connections/change-connection.ts'
import { pullConnection } from '../../src/use-cases/connections/pull-connection.ts'
import { disableAccount } from '../../src/use-cases/disable-account.ts'
import { enableAccount } from '../../src/use-cases/enable-account.ts'
import { Truth } from '../fake-networks/truth.ts'
import { openPulledSite, type PulledSite } from './pulled-site.ts'

let site: PulledSite
afterEach(() => site.close())
const vungle = { username: 'studio', name: 'vungle' }
const change = (changes: object) =>
  site.installation.call(changeConnection, { ...vungle, ...changes })

/** When each day is asked for in some days to come: its month, day and hour. */
async function askedIn(days: number): Promise<Map<string, string[]>> {
  const asked = new Map<string, string[]>()
  for (let hours = 0; hours < days * 24; hours += 6) {
    const before = site.fake.requests.length
    const at = new Date(site.nowMs()).toISOString().slice(5, 13)
    await site.pullDue()
    for (const { url } of site.fake.requests.slice(before)) {
      const day = /2026-\d\d-\d\d/.exec(url)![0]
      const times = asked.get(day) ?? []
      if (times.at(-1) !== at) asked.set(day, [...times, at])
    }
    site.pass(6)
  }
  return asked
}

describe('a schedule of its own', () => {
  test('is when the days of a connection are asked for', async () => {
    site = await openPulledSite(new Truth(), '2026-03-10T08:00:00Z')
    await site.connect('vungle', {
      startDate: '2026-03-09',
      readyHours: 14,
      rereadDays: 1,
      sweepDays: 30,
      sweepWeekday: 'sunday',
    })
    const asked = await askedIn(13)
    expect(asked.get('2026-03-09')).toEqual(['03-10T14', '03-11T14', '03-15T14', '03-22T14'])
    expect(asked.get('2026-03-14')).toEqual(['03-15T14', '03-16T14', '03-22T14'])
    expect(await site.show('vungle')).toMatchObject({
      ready_hours: 14,
      reread_days: 1,
      sweep_days: 30,
      sweep_weekday: 'sunday',
      own_schedule: { ready_hours: 14, reread_days: 1, sweep_days: 30 },
    })
    const { finality, accounts } = site.installation
    const { id } = await accounts.get('studio')
    expect((await finality.all(id)).get('vungle')).toMatchObject({ days: 32 })
    expect((await finality.all(id + 1)).get('vungle')).toMatchObject({ days: 9 })
  })

  test('holds at once for days that are known, and ends like that', async () => {
    site = await openPulledSite(new Truth())
    await site.connect('vungle', { startDate: '2026-03-01' })
    await site.pullDue()
    const planned = async () =>
      Object.fromEntries(
        (await site.show('vungle')).pulled_days.map((one) => [
          one.day.slice(-2),
          one.next_pull_at?.slice(5, 13),
        ]),
      )
    const usual = await planned()
    expect(usual).toMatchObject({ '01': undefined, '05': '03-11T08', '09': '03-11T08' })
    await change({ readyHours: 20, rereadDays: 3, sweepDays: 10 })
    const own = { '01': '03-12T20', '05': '03-16T20', '08': '03-10T20', '09': '03-11T20' }
    expect(await planned()).toMatchObject(own)
    await change({ booking: 'auto' })
    expect(await planned(), 'what is not given stays').toMatchObject(own)
    await change({ readyHours: null, rereadDays: null, sweepDays: null })
    expect(await planned()).toEqual(usual)
  })

  test('is refused when it says nothing, and then nothing is changed', async () => {
    site = await openPulledSite(new Truth())
    await site.connect('vungle')
    const before = await site.show('vungle')
    const refused = (changes: object) =>
      change(changes).then(
        () => 'accepted',
        ({ code, facts }) => [code, facts.field ?? facts],
      )
    expect(await refused({ booking: 'add' })).toEqual(['no_mediation', { source: 'vungle' }])
    await expect(site.connect('vungle', { name: 'second', booking: 'add' })).rejects.toMatchObject({
      code: 'no_mediation',
    })
    const days = { sweepDays: 7, rereadDays: 7 }
    expect(await refused({ sweepDays: 7 })).toEqual(['sweep_without_effect', days])
    expect(await refused({ sweepWeekday: 'friday' })).toEqual([
      'sweep_without_effect',
      { ...days, sweepDays: 0 },
    ])
    expect(await refused({ readyHours: 73 })).toEqual(['field_refused', 'readyHours'])
    expect(await refused({ sweepDays: 366 })).toEqual(['field_refused', 'sweepDays'])
    expect(await refused({ sweepWeekday: 'Friday' })).toEqual(['field_refused', 'sweepWeekday'])
    expect(await site.show('vungle')).toEqual(before)
    const adding = site.connect('vungle', { name: 'other', sweepWeekday: 'friday' })
    await expect(adding).rejects.toMatchObject({ code: 'sweep_without_effect' })
  })

  test('does not make a connection try credentials again that were refused', async () => {
    site = await openPulledSite(new Truth())
    await site.connect('vungle', { values: { apiKey: 'wrong' } })
    await site.pullDue()
    await change({ rereadDays: 3 })
    expect(await site.show('vungle')).toMatchObject({ state: 'refused', reread_days: 3 })
  })
})

describe('the connections of a disabled account', () => {
  const account = { username: 'studio' }

  test('are not pulled, say so, and go on when it is enabled', async () => {
    site = await openPulledSite(new Truth())
    const { call } = site.installation
    await site.connect('vungle', { startDate: '2026-03-08' })
    await site.pullDue()
    await call(disableAccount, account)
    const asked = site.fake.requests.length
    site.pass(48)
    await site.pullDue()
    await expect(call(pullConnection, vungle)).rejects.toMatchObject({
      code: 'connection_account_disabled',
    })
    expect(site.fake.requests.length).toBe(asked)
    expect(await site.show('vungle')).toMatchObject({
      state: 'active',
      account_disabled: true,
      next_pull_at: null,
    })
    await call(enableAccount, account)
    await site.pullDue()
    expect(await site.show('vungle')).toMatchObject({
      account_disabled: false,
      last_good_day: '2026-03-11',
      days: { due: 0, done: 4 },
    })
  })

  test('are not pulled any further', async () => {
    site = await openPulledSite(new Truth())
    await site.connect('vungle', { startDate: '2026-02-01' })
    let disabling: Promise<unknown> | null = null
    const onProgress = () => {
      disabling ??= site.installation.call(disableAccount, account)
    }
    await site.installation.puller.pull(1, new AbortController().signal, { onProgress })
    await disabling
    expect((await site.show('vungle')).days.done).toBeLessThan(5)
  })
})
