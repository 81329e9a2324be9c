import { expect, test } from 'vitest'
import { allLines, apps, missingDay } from '../fixtures/dashboard-figures.ts'
import {
  cellsOf,
  describeDashboard,
  expectPath,
  expectText,
  expectTexts,
  settled,
  textOf,
} from '../fixtures/dashboard-page.ts'
import { nameOf, shown, shownMetric } from '../fixtures/dashboard-shown.ts'
import { novice, noviceApp, refusedFile } from '../fixtures/dashboard-site.ts'
import { groupsOf, linesIn, sumOf } from '../fixtures/dashboard-sums.ts'

const titles = {
  missing: 'Missing',
  estimated: 'May change',
  restating: 'May change',
  final: 'Settled',
} as const

describeDashboard('the pages', ({ visit, site }) => {
  test.each(apps.map((app) => [app.app_id, app] as const))(
    'the app %s can be opened from the list of apps, and shows its own figures',
    async (id, app) => {
      const { page } = await visit('/dashboard/apps?days=previous_month&compare=none')
      await page.locator(`tr[data-app="${id}"]`).getByRole('link').first().click()
      await expectText(page.locator('h1')).toBe(app.app_name)
      await expectPath(page).toBe(
        decodeURIComponent(
          `/dashboard/apps/${encodeURIComponent(id)}?days=previous_month&compare=none`,
        ),
      )
      const lines = linesIn({ from: '2026-02-01', to: '2026-02-28' }, { app_id: [id] })
      const figure = page.locator('[data-metric=revenue] .key-figure')
      await expectText(figure).toBe(shownMetric('revenue', sumOf(lines)))
      await expectTexts(page.locator('table.report tbody th')).toEqual(
        groupsOf(lines, 'network').map(({ key }) => nameOf(key)),
      )
      expect(await textOf(page.locator('.under-title'))).toContain(`app ID ${id}`)
      expect(await page.title()).toBe(`${app.app_name} · Adtally`)
      await page.reload()
      await expectText(figure).toBe(shownMetric('revenue', sumOf(lines)))
    },
  )

  test('the dashboard_url of each app in V2 opens its page', async () => {
    const answer = await site().ask('/api/v2/publisher/applications')
    const { data } = (await answer.json()) as { data: Record<string, string>[] }
    expect(data).toHaveLength(apps.length)
    for (const { dashboard_url: url, app_name: name, app_id: id } of data) {
      const { page, status } = await visit(url!.slice(site().url.length))
      expect(status).toBe(200)
      await expectText(page.locator('h1')).toBe(name)
      expect(await textOf(page.locator('.under-title'))).toContain(id)
    }
  })

  test('an app whose id looks escaped has a page', async () => {
    const path = `/dashboard/apps/${encodeURIComponent(noviceApp.app_id)}`
    const { page, errors } = await visit(path, { as: novice })
    await expectText(page.locator('h1')).toBe(noviceApp.app_name)
    expect(errors).toEqual([])
  })

  test.each(['none', noviceApp.app_id.slice(0, 3), '%E0%A4%A'])(
    'an app that the account does not have (%s) is shown as unknown',
    async (id) => {
      const { page } = await visit(`/dashboard/apps/${encodeURIComponent(id)}`)
      await page.getByRole('heading', { name: 'App not found' }).waitFor()
      await page.getByRole('link', { name: 'See all apps.' }).click()
      await expectPath(page).toBe('/dashboard?rows=app_id')
      await expectText(page.locator('table.report thead th').first()).toBe('App')
    },
  )

  test('an unknown page shows a message and a link', async () => {
    const { page, status } = await visit('/dashboard/nothing')
    expect(status).toBe(404)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await page.locator('main').getByRole('link', { name: 'overview' }).click()
    await expectText(page.locator('h1')).toBe('Overview')
  })

  test('networks have the state that V2 gives for each day', async () => {
    const asked = { start_date: '2026-02-14', end_date: '2026-03-10' }
    const { page } = await visit(`/dashboard/freshness?${new URLSearchParams(asked)}`)
    await expectPath(page).toBe(`/dashboard/networks?${new URLSearchParams(asked)}`)
    const answer = await site().ask('/api/v2/publisher/freshness', asked)
    const { data } = (await answer.json()) as { data: Record<string, string>[] }
    for (const [network, days] of Map.groupBy(data, (one) => one.ad_network!)) {
      const row = page.locator(`[data-network="${network}"]`)
      const expected = days
        .sort((a, b) => a.date!.localeCompare(b.date!))
        .map(({ date, status }) => [date, titles[status as keyof typeof titles]])
      await row.waitFor()
      const shownMarks = await row
        .locator('[data-day]')
        .evaluateAll((all) =>
          all.map((one) => [
            one.getAttribute('data-day'),
            one.getAttribute('title')!.split(': ')[1]!.split(',')[0],
          ]),
        )
      expect(shownMarks).toEqual(expected)
      await expectText(row.locator('th')).toBe(`${nameOf(network)}settled after 7 days`)
      await expectText(row.locator(`[data-day="${missingDay}"]`)).toMatch(/Missing$/)
    }
    expect(new Set(data.map(({ status }) => status))).toEqual(new Set(Object.keys(titles)))
    const changed = page.locator('[data-day="2026-03-06"]').first()
    expect(await changed.getAttribute('title')).toMatch(
      /^Friday, March 6, 2026: May change, last changed Mar 10, 2026, 12:03\sPM$/,
    )
  })

  test('imports are listed with their changes, and failed imports with their bad cells', async () => {
    const { page } = await visit('/dashboard/imports')
    const table = page.getByRole('region', { name: 'Imports' })
    await table.waitFor()
    const [, second, first] = await cellsOf(table)
    const all = sumOf(allLines)
    const slices = new Set(allLines.map((line) => `${line.day} ${line.app_id} ${line.network}`))
      .size
    expect(second!.slice(1, 7)).toEqual([
      ...['Import 2 · Adtally’s own formatAdMobfigures-2.csv', 'Mar 6, 2026', '0', '3', '0', '0'],
    ])
    expect(second![0]).toMatch(/^Mar 10, 2026, 12:03\sPM$/)
    expect(first!.slice(1, 7)).toEqual([
      ...[
        'Import 1 · Adtally’s own formatAdMob, AppLovin, Mintegral, Own network, Unity Adsfigures-1.csv',
        'Dec 31, 2025 – Mar 9, 2026',
      ],
      ...[
        shown('impressions', `${slices}`),
        '0',
        '0',
        `+${shown('impressions', `${all.impressions}`)}`,
      ],
    ])
    const cents = [first![7]!, second![7]!].map((text) => Number(text.replaceAll(/[$,]/g, '')))
    expect(cents[0]! + cents[1]!).toBeCloseTo(Number(all.micros) / 1e6, 1)
    expect([first![7], second![7]]).toEqual([expect.stringMatching(/^\+\$/), '+$37.19'])
    const refused = page.getByRole('region', { name: 'Failed' })
    await expectText(refused.locator('li p').first()).toMatch(/^broken\.csv Mar 10, 2026, 12:04/)
    await expectText(refused.locator('p.failure')).toBe('Nothing was imported. Fix these 2 cells:')
    await refused.getByText('Details').click()
    await expectText(refused.locator('pre')).toContain(
      `${refusedFile.name}:3: date: "2026-03-32" is not accepted`,
    )
  })

  test('the navigation marks the current page', async () => {
    const { page } = await visit('/dashboard?days=last_7')
    await settled(page)
    const current = page.getByRole('navigation').locator('[aria-current=page]')
    await expectTexts(current).toEqual(['Overview'])
    await page.getByRole('link', { name: 'Data', exact: true }).click()
    await expectTexts(current).toEqual(['Data', 'Networks'])
  })
})
