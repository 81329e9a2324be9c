import { afterEach, expect, test, vi } from 'vitest'
import { DuckdbDatabase } from '../../src/storage/duckdb/database.ts'
import { Truth } from '../fake-networks/truth.ts'
import { counted, daysFrom, openPulledSite, type PulledSite, said } from './pulled-site.ts'

let site: PulledSite
afterEach(async () => {
  vi.restoreAllMocks()
  await site.close()
})

test('while figures cannot be stored, a network is not asked for the same day again and again', async () => {
  const truth = new Truth()
  site = await openPulledSite(truth)
  await site.connect('mintegral', { startDate: '2026-03-07' })
  // Its last step: everything else is done before.
  const failing = vi.spyOn(DuckdbDatabase.prototype, 'commitEntry')
  failing.mockRejectedValue(new Error('The disk is full.'))
  await site.pullDue()
  const asked = site.fake.requests.length
  expect(asked).toBeGreaterThan(0)
  for (let look = 0; look < 3; look++) {
    site.pass(30 / 3_600)
    await site.pullDue()
  }
  expect(site.fake.requests.length).toBe(asked)
  expect(await site.show('mintegral')).toMatchObject({
    days: { due: 3, done: 0 },
    problem: { kind: 'not stored' },
    back_off: { failures: 1 },
  })
  failing.mockRestore()
  site.pass(1)
  await site.pullDue()
  expect(await counted(site)).toEqual(
    said(truth, 'mintegral', daysFrom('2026-03-07', '2026-03-09')),
  )
})
