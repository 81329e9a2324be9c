import { describe, expect, test } from 'vitest'
import { csv, header, openSite, refusedUnchanged, shareSite } from './import-site.ts'

const line = (appId: string, tag: string, impressions = '1') =>
  `2026-03-01,${appId},ownnet,video,US,${impressions},1,${tag}`
const columns = `${header},ad_tag`

describe("an unknown app of Adtally's own format", () => {
  const shared = shareSite()

  test('is listed once, with its first row', async () => {
    const site = shared()
    const unknown = Array.from({ length: 30 }, (_, index) =>
      line(index % 3 === 0 ? 'nobody' : 'ZAP-IOS', `unknown ${index}`),
    )
    const refusal = await refusedUnchanged(site, () => site.importLines(unknown, { columns }))
    expect(refusal.message).toBe(
      'Nothing was imported. 2 apps are unknown. Import them first: adtally import apps FILE',
    )
    expect(refusal.details).toEqual([
      `  "nobody" in 10 rows, first at figures.csv:2`,
      `  "ZAP-IOS" in 20 rows, first at figures.csv:3`,
    ])
  })

  test('is listed before the other cells to fix', async () => {
    const site = shared()
    const lines = [line('zap-ios', 'a', '-1'), line('nobody', 'b', 'x'), line('', 'c')]
    const { code, details } = await refusedUnchanged(site, () =>
      site.importLines(lines, { columns }),
    )
    expect(code).toBe('unknown_apps')
    expect(details).toEqual([
      '  "nobody" in 1 row, first at figures.csv:3',
      'Also fix these 3 cells:',
      expect.stringMatching(/^figures\.csv:2: impressions: "-1"/),
      expect.stringMatching(/^figures\.csv:3: impressions: "x"/),
      expect.stringMatching(/^figures\.csv:4: app_id: is missing/),
    ])
    // Bad rows can be skipped, unknown apps cannot.
    const skipping = await refusedUnchanged(site, () =>
      site.importLines(lines.slice(0, 2), { columns, skipBadRows: true }),
    )
    expect(skipping.details).toEqual(['  "nobody" in 1 row, first at figures.csv:3'])
  })

  test('is one of the first 20 of them', async () => {
    const site = shared()
    const lines = Array.from({ length: 25 }, (_, index) => line(`app-${index}`, 'a'))
    const { message, details } = await refusedUnchanged(site, () =>
      site.importLines(lines, { columns }),
    )
    expect(message).toContain(' 25 apps are unknown. ')
    expect(details).toHaveLength(21)
    expect(details.slice(19)).toEqual([
      '  "app-19" in 1 row, first at figures.csv:21',
      '  and 5 more',
    ])
  })

  test('names the files that it is in', async () => {
    const site = shared()
    const files = [
      await site.file('a.csv', csv([line('zap-ios', 'a')], columns)),
      await site.file('b.csv', csv([line('nobody', 'b')], columns)),
    ]
    const { details } = await refusedUnchanged(site, () => site.importStats(files))
    expect(details).toEqual(['  "nobody" in 1 row, first at b.csv:2'])
  })

  test('cannot be created, which is said', async () => {
    const { message } = await refusedUnchanged(shared(), () =>
      shared().importLines([line('nobody', 'a')], { columns, createApps: 'studio' }),
    )
    expect(message).toBe(
      'Nothing was imported. 1 app is unknown in the account "studio". It cannot be created, because Adtally\'s own format has no names and platforms of apps. Import it first: adtally import apps FILE',
    )
  })
})

test('an unknown account for new apps is named, even if every app is known', async () => {
  const site = await openSite()
  const { message } = await refusedUnchanged(site, () =>
    site.importLines([line('zap-ios', 'a')], { columns, createApps: 'nobody' }),
  )
  expect(message).toBe('There is no account "nobody". List the accounts: adtally accounts list')
})
