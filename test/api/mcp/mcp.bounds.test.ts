import { expect, test } from 'vitest'
import { importApps } from '../../../src/use-cases/import-apps.ts'
import { importFigures } from '../../../src/use-cases/import-figures.ts'
import { addDays, formatDay, parseDay } from '../../../src/values/day.ts'
import { givenFile } from '../../fixtures/given-file.ts'
import { ask, connectAgent } from '../../fixtures/mcp-agent.ts'
import { openRestatedSite } from '../../fixtures/restated-site.ts'
import { shareSite } from '../../fixtures/share-site.ts'

const key = 'acme-key-of-some-length-0123'
const site = shareSite(openRestatedSite)

test('apps beyond the bound are counted as more', async () => {
  const { installation, server } = site
  const rows = Array.from({ length: 499 }, (_, nth) => `extra-${nth},acme,Extra ${nth},ios`)
  const text = ['app_id,publisher,app_name,platform', ...rows].join('\n')
  const before = await ask(await connectAgent(server, key), 'describe_data')
  expect([before.values.app_id.length, before.has_more_apps]).toEqual([2, false])
  await installation.call(importApps, {}, await givenFile(installation, 'extra.csv', text))
  const after = await ask(await connectAgent(server, key), 'describe_data')
  expect([after.values.app_id.length, after.has_more_apps]).toEqual([500, true])
})

test('a restatement is found behind more new figures than a page has, and spans are bounded', async () => {
  const first = parseDay('2023-01-01')!
  // Every other day is missing, which makes two spans of each.
  const lines = Array.from({ length: 560 }, (_, nth) => formatDay(addDays(first, 2 * nth))).flatMap(
    (day) => [`${day},hop-ios,admob,video,US,10,1`, `${day},hop-android,admob,video,US,10,1`],
  )
  const { call } = site.installation
  const importRows = async (rows: readonly string[]) => {
    const text = ['date,app_id,network,format,country,impressions,revenue', ...rows].join('\n')
    return call(importFigures, {}, await givenFile(site.installation, 'many.csv', text))
  }
  await importRows(lines)
  await importRows(['2023-01-03,hop-ios,admob,video,US,10,9007199254.123456'])
  const client = await connectAgent(site.server, key)
  const { changes, has_more } = await ask(client, 'list_changes', { since: '2022-01-01T00:00:00Z' })
  // Too many digits for a number of JSON.
  expect(changes).toMatchObject([
    { date: '2023-01-03', before: { revenue: 1 }, after: { revenue: '9007199254.123456' } },
  ])
  expect(has_more).toBe(false)
  const range = { start_date: '2023-01-01', end_date: '2026-01-01' }
  const fresh = await ask(client, 'get_freshness', range)
  expect([fresh.spans.length, fresh.has_more]).toEqual([500, true])
  expect(fresh.note).toMatch(/latest/)
  expect(fresh.spans[0].end_date).toBe('2026-01-01')
})
