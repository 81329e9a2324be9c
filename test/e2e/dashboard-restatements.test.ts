import { beforeAll, expect, test } from 'vitest'
import { setFinality } from '../../src/use-cases/set-finality.ts'
import { restated } from '../fixtures/dashboard-figures.ts'
import {
  cellsOf,
  describeDashboard,
  downloadCsv,
  eventually,
  expectCount,
  expectPath,
  expectText,
  settled,
} from '../fixtures/dashboard-page.ts'
import { novice } from '../fixtures/dashboard-site.ts'
import { openRestatedSite, reportAsAdMob, reportThrice } from '../fixtures/restated-site.ts'
import { shareSite } from '../fixtures/share-site.ts'
import { describeInBrowser } from './browser.ts'
import { lookAt } from './look-at.ts'

const money = (micros: number) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(micros / 1e6)

describeInBrowser('drift', (open) => {
  const site = shareSite(openRestatedSite)
  let url = ''
  beforeAll(async () => {
    await reportThrice(site)
    url = await site.server.app.listen({ host: '127.0.0.1', port: 0 })
  })

  test('is shown by network and age, with the days that it is of', async () => {
    const cookie = { name: 'adtally_session', value: site.visitor.token!, httpOnly: true }
    const place = { domain: '127.0.0.1', path: '/dashboard', expires: -1, secure: false }
    const { page, errors } = await open(`${url}/dashboard/restatements`, {
      timezoneId: 'UTC',
      bypassCSP: true,
      storageState: { cookies: [{ ...cookie, ...place, sameSite: 'Lax' }], origins: [] },
    })
    await settled(page)
    expect(await cellsOf(page.locator('table.drift'))).toEqual([
      ['Network', 'Restated days', 'In all', '1 day', '2 days', '3 days', '4 days'],
      [
        ...['AdMob', '2 of 2', '+$4.60 +1.31%', '0.00% of 1 day', '+0.57% of 2 days'],
        ...['+1.31% of 2 days', '+0.67% of 1 day'],
      ],
      [
        ...['Unity Ads', '0 of 1', '$0.00 0.00%', '0.00% of 1 day', '0.00% of 1 day'],
        ...['0.00% of 1 day', '–'],
      ],
    ])
    await lookAt(page, 'restatements-drift')
    await site.installation.call(setFinality, { network: 'admob', days: 2 })
    await page.reload()
    const late = page.getByRole('list', { name: 'Restated after they counted as final' })
    await expectText(late).toContain('AdMob restated a day 3 days later')
    await expectText(late).toContain('adtally finality set admob 4')
    await expectCount(page.locator('[data-replaced]')).toBe(0)
    await site.report(['03-12 hop-ios admob 100'])
    await reportAsAdMob(site, '103')
    await reportAsAdMob(site, '104')
    await page.reload()
    await expectText(page.locator('[data-replaced]')).toMatch(/: AdMob \(1 day\)\.$/)
    const day = page.locator('[data-restated="2026-03-12 admob"]')
    await expectText(day.locator('[data-title=Restated]')).toBe('+$1.00')
    await expectText(day.locator('[data-title=Other]')).toBe('+$3.00')
    await day.getByRole('button').click()
    await expectText(page.locator('ol li').nth(1)).toContain(
      'replaced figures of Adtally’s own format, +$3.00',
    )
    expect(errors).toEqual([])
  })
})

describeDashboard('restatements', ({ visit, site }) => {
  /** The report endpoint's revenue of the restated day and network, in micros. */
  const reported = async (as_of?: string): Promise<number> => {
    const answer = await site().ask('/api/v2/publisher/report', {
      start_date: restated.day,
      end_date: restated.day,
      network: restated.network,
      dimensions: 'network',
      metrics: 'revenue_micros',
      ...(as_of && { as_of }),
    })
    const { data } = (await answer.json()) as { data: { revenue_micros: number }[] }
    return data[0]!.revenue_micros
  }
  // The first import is at 12:02, the second one a minute later.
  const between = '2026-03-10T12:02:30Z'

  test('are downloaded as CSV, to the last micro', async () => {
    const { page } = await visit('/dashboard/restatements', { acceptDownloads: true })
    await settled(page)
    const { name, rows } = await downloadCsv(page)
    expect(name).toBe('adtally-restatements-2026-02-10-to-2026-03-09.csv')
    expect(rows).toHaveLength(await page.locator('[data-restated]').count())
    const [first, now] = [await reported(between), await reported()]
    expect(rows[0]).toMatchObject({ date: restated.day, network: restated.network })
    const micros = (column: string) => Math.round(Number(rows[0]![column]) * 1e6)
    expect([micros('first_usd'), micros('restated_usd'), micros('now_usd')]).toEqual([
      ...[first, now - first, now],
    ])
    expect(Number(rows[0]!.ratio)).toBeCloseTo((now - first) / first, 6)
  })

  test('show what the report endpoint gives for the first report and now', async () => {
    const { page, errors } = await visit('/dashboard/restatements', { bypassCSP: true })
    await settled(page)
    const [first, now] = [await reported(between), await reported()]
    const row = page.locator(`[data-restated="${restated.day} ${restated.network}"]`)
    const cells = await row.locator('th, td').allTextContents()
    const [, network, ...amounts] = cells
    expect(network).toBe('AdMob')
    expect([amounts[0], amounts[1], amounts[3], amounts[4]]).toEqual([
      ...[money(first), `+${money(now - first)}`, money(0), money(now)],
    ])
    expect(amounts[2]).toBe(`+${((100 * (now - first)) / first).toFixed(2)}%`)
    await row.getByRole('button', { name: '2 imports of AdMob, Mar 6, 2026' }).click()
    await expectText(page.locator('ol li').first()).toMatch(/age 4: import 1 first reported/)
    await lookAt(page, 'restatements')
    expect(errors).toEqual([])
  })

  test('link to the figures of a day and network, filtered as the page is, but not as it cannot be', async () => {
    const { page } = await visit(
      '/dashboard/restatements?platform=ios,android&country=US&ad_format=banner',
    )
    await settled(page)
    const key = `${restated.day} ${restated.network}`
    await page.locator(`[data-restated="${key}"] th`).getByRole('link').click()
    const days = `start_date=${restated.day}&end_date=${restated.day}`
    await expectPath(page).toBe(
      `/dashboard?${days}&platform=ios&platform=android&network=${restated.network}`,
    )
  })

  test('of earlier figures are in the address, and are those of the report endpoint', async () => {
    const query = `start_date=${restated.day}&end_date=${restated.day}&network=${restated.network}`
    const { page } = await visit(`/dashboard/restatements?${query}`, { bypassCSP: true })
    await settled(page)
    const time = page.getByLabel(/^Time/)
    await time.fill('2026-03-10T12:02')
    await time.press('Enter')
    await expectPath(page).toContain('as_of=2026-03-10T12:02:00Z')
    await page.getByRole('button', { name: 'Clear', exact: true }).waitFor()
    await time.and(page.locator(':focus')).waitFor()
    await page.goBack()
    await eventually(() => time.inputValue()).toBe('')
    await page.goto(`${site().url}/dashboard/restatements?${query}&as_of=${between}`)
    const table = page.getByRole('region', { name: 'Figures then and now' })
    const [first, now] = [await reported(between), await reported()]
    await expectText(table.locator('tbody tr')).toContain(
      `AdMob${money(first)}${money(now)}+${money(now - first)}`,
    )
    await lookAt(page, 'restatements-as-of')
    // A choice of days keeps the time.
    await page.getByRole('toolbar').getByRole('button', { name: /^Days/ }).click()
    await page.getByRole('button', { name: 'Last 7 days' }).click()
    await expectPath(page).toContain(`as_of=${between}`)
    await page.goto(`${site().url}/dashboard/restatements?as_of=never`)
    await page.getByText('“never” in this link is not a time. Choose one.').waitFor()
  })

  test('that fail to load are asked for again, and others stay while new ones load', async () => {
    const { page } = await visit('/dashboard/restatements')
    await settled(page)
    await page.route('**/api/restatements*', (route) => route.abort())
    await page
      .getByRole('toolbar')
      .getByRole('button', { name: /^Last 28/ })
      .click()
    await page.getByRole('button', { name: 'Last 7 days' }).click()
    await expectText(page.getByRole('alert')).toContain('The server does not answer.')
    await page.unroute('**/api/restatements*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await settled(page)
    await page.route('**/api/restatements*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500))
      await route.continue()
    })
    await page
      .getByRole('toolbar')
      .getByRole('button', { name: /^Last 7/ })
      .click()
    await page.getByRole('button', { name: 'Last 90 days' }).click()
    await page.locator('.answer.old').waitFor()
    await settled(page)
  })

  test('of days without reports, and of a new account, say so', async () => {
    const days = 'start_date=2025-01-01&end_date=2025-01-07'
    const { page } = await visit(`/dashboard/restatements?${days}&country=US`)
    await page.getByRole('heading', { name: 'Nothing was reported for these days' }).waitFor()
    await page.getByText('Formats and countries are not filtered here').waitFor()
    const none = await visit('/dashboard/restatements', { as: novice })
    await none.page.getByRole('heading', { name: 'No figures yet' }).waitFor()
  })
})
