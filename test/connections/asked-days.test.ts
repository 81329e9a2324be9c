import { afterEach, expect, test } from 'vitest'
import { pullConnection } from '../../src/use-cases/connections/pull-connection.ts'
import { Truth } from '../fake-networks/truth.ts'
import { openPulledSite, type PulledSite } from './pulled-site.ts'

let site: PulledSite
afterEach(() => site.close())

test('a day that a person asks for is pulled, however many later days are due', async () => {
  site = await openPulledSite(new Truth())
  await site.connect('bidmachine', { startDate: '2025-10-01' })
  const asked = { startDate: '2025-10-02', endDate: '2025-10-02' }
  const { days, pulled_days } = await site.installation.call(pullConnection, {
    username: 'studio',
    name: 'bidmachine',
    ...asked,
  })
  expect(pulled_days).toMatchObject([{ day: '2025-10-02', state: 'done' }])
  expect(days).toMatchObject({ done: 1, due: 159 })
})
