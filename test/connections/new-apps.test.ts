import { afterEach, expect, test } from 'vitest'
import { Truth } from '../fake-networks/truth.ts'
import { openPulledSite, type PulledSite } from './pulled-site.ts'

let site: PulledSite

afterEach(() => site.close())

test('connections that are fetched at the same time create each app once', async () => {
  site = await openPulledSite(new Truth())
  const networks = ['unity-ads', 'inmobi', 'mintegral', 'vungle', 'moloco']
  for (const connector of networks) await site.connect(connector, { startDate: '2026-03-09' })
  await site.pullDue()
  const { accounts, apps } = site.installation
  const { id } = await accounts.get('studio')
  const named = (await apps.ofAccount(id)).map(({ name, platform }) => `${name} ${platform}`)
  expect(named.sort()).toEqual([...new Set(named)].sort())
  for (const name of networks) {
    expect([name, (await site.show(name)).days.done]).toEqual([name, 1])
  }
})
