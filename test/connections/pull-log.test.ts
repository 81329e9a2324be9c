import { afterEach, expect, test } from 'vitest'
import { parseDay } from '../../src/values/day.ts'
import { Truth } from '../fake-networks/truth.ts'
import { confirmHeld, openPulledSite, type PulledSite } from './pulled-site.ts'

let site: PulledSite
afterEach(() => site.close())
const [name, since] = ['mintegral', '2026-03-09']
const about = { account: 'studio', connection: name, day: since }

test('a failed day, a held one, and what a person deletes, are lines of the log', async () => {
  const truth = new Truth()
  site = await openPulledSite(truth)
  await site.connect(name, { startDate: since })
  site.fake.script(name, ['repeated-key'])
  await site.pullDue()
  expect(site.logged).toEqual([
    {
      ...about,
      message: 'A day was not fetched',
      fault: 'try-later',
      failures: 1,
      problem: expect.stringContaining('sent two rows of date 20260309, app_id '),
      next_try: expect.stringMatching(/^2026-03-10T12:02:/),
    },
  ])
  site.pass(1)
  await site.pullDue()
  truth.vanish(name, parseDay(since)!, truth.size.apps[0])
  site.pass(24)
  await site.pullDue()
  await confirmHeld(site)
  expect(site.logged.slice(1)).toMatchObject([
    { ...about, message: 'A report is held: it lacks figures', reason: 'revenue missing' },
    { ...about, message: 'Figures of a day were deleted', slices: 1, report: null },
  ])
  truth.vanish(name, parseDay(since)!)
  site.pass(24)
  await site.pullDue()
  await confirmHeld(site)
  expect(site.logged.slice(3)).toMatchObject([
    { ...about, message: 'A report is held: it lacks figures', reason: 'no rows' },
    { ...about, message: 'Figures of a day were deleted', slices: 2, report: null },
  ])
})

test('a refused key is a line of the log, without the key', async () => {
  site = await openPulledSite(new Truth())
  const { given } = site.fake.networks.get('vungle')!
  await site.connect('vungle', { startDate: since, values: { ...given, apiKey: 'a-secret-key' } })
  await site.pullDue()
  expect(site.logged).toMatchObject([
    { connection: 'vungle', day: since, message: 'A network refuses the credentials' },
  ])
  expect(JSON.stringify(site.logged)).not.toContain('a-secret-key')
})
