import { afterEach, expect, test } from 'vitest'
import { listFailedDays } from '../../src/use-cases/connections/list-failed-days.ts'
import { pullConnection } from '../../src/use-cases/connections/pull-connection.ts'
import { removeConnection } from '../../src/use-cases/connections/remove-connection.ts'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { listAccountImports } from '../../src/use-cases/list-account-imports.ts'
import { listFailedImports } from '../../src/use-cases/list-failed-imports.ts'
import { Truth } from '../fake-networks/truth.ts'
import { openPulledSite, type PulledSite } from './pulled-site.ts'

let site: PulledSite
afterEach(() => site.close())
const [name, since] = ['mintegral', '2026-03-08']
const mintegral = { username: 'studio', name }

const failed = (account?: string) =>
  site.installation.call(listFailedDays, { limit: 100, ...(account !== undefined && { account }) })

test('a failed day is listed once, however often it fails, until it is fetched', async () => {
  site = await openPulledSite(new Truth())
  await site.installation.call(createAccount, { username: 'other' })
  await site.connect(name, { startDate: since })
  site.fake.script(name, ['repeated-key', 'repeated-key', 'repeated-key', 'repeated-key'])
  await site.pullDue()
  const first = await failed()
  expect(first.map(({ day }) => day)).toEqual(['2026-03-08', '2026-03-09'])
  expect(first[0]).toMatchObject({
    account: 'studio',
    connection: name,
    network: 'Mintegral',
    problem: { kind: 'fault', fault: 'try-later' },
  })
  site.pass(1)
  await site.pullDue()
  const second = await failed('studio')
  expect(second).toHaveLength(2)
  expect(second[0]!.failed_at > first[0]!.failed_at).toBe(true)
  expect(await failed('other')).toEqual([])
  const { call } = site.installation
  const shown = await call(listAccountImports, { account: 'studio' })
  expect(shown.failed_days).toEqual(second)
  const earlier = await call(listAccountImports, { account: 'studio', before: 9 })
  expect(earlier.failed_days, 'only on the first page').toEqual([])
  await call(pullConnection, mintegral)
  expect(await failed()).toEqual([])
})

test('a report that Adtally refuses is listed with its reason, and no longer than its connection', async () => {
  site = await openPulledSite(new Truth())
  await site.connect(name, { startDate: '2026-03-09', knownAppsOnly: true })
  await site.pullDue()
  expect(await failed()).toMatchObject([
    { day: '2026-03-09', problem: { kind: 'refusal', code: 'unknown_network_apps' } },
  ])
  const { call } = site.installation
  expect(await call(listFailedImports, { limit: 9 }), 'no file was refused').toEqual([])
  await call(removeConnection, mintegral)
  expect(await failed()).toEqual([])
})
