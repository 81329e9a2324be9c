import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  describeDashboard,
  eventually,
  expectCount,
  expectPath,
  expectText,
  settled,
} from '../fixtures/dashboard-page.ts'
import { shownMetric } from '../fixtures/dashboard-shown.ts'
import { linesIn, sumOf, usualDays, type Wanted } from '../fixtures/dashboard-sums.ts'

const revenue = (page: Page) => page.locator('[data-metric=revenue] .key-figure')
const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'Ignored in this link' })
/** Of what no network has reported, nothing is known. */
function expectFigures(page: Page, wanted: Wanted) {
  const lines = linesIn(usualDays, wanted)
  return expectText(revenue(page)).toBe(
    lines.length === 0 ? '–' : shownMetric('revenue', sumOf(lines)),
  )
}

const many = Array.from({ length: 2_000 }, (_, nth) => `n${nth}`)

describeDashboard('a link', ({ visit, site }) => {
  test.each<[query: string, wanted: Wanted, ignored: string | null]>([
    ['country=US,DE', { country: ['US', 'DE'] }, null],
    ['country=us&country=De', { country: ['US', 'DE'] }, null],
    ['network=AdMob', { network: ['admob'] }, null],
    ['country=', {}, null],
    ['country=USA', {}, 'country USA'],
    ['country=US,USA,%E0%A4%A', { country: ['US'] }, 'country USA, country \ufffd%A'],
    ['country=__proto__&platform=windows', {}, 'platform windows, country __proto__'],
    ['app_id=nobody,hop-ios', { app_id: ['hop-ios'] }, 'app_id nobody'],
    ['network=constructor', { network: ['constructor'] }, null],
    ['network=__proto__&ad_format=toString&rows=ad_format', { network: ['__proto__'] }, null],
    ['sort=-nothing&rows=all&plot=pie', {}, 'rows all, order -nothing, plot pie'],
    ['days=forever', {}, 'days forever'],
    [
      'start_date=1900-01-01&end_date=2026-03-09',
      {},
      'days 1900-01-01 to 2026-03-09 (at most 3660 days)',
    ],
    ['start_date=2026-02-30&end_date=', {}, 'days 2026-02-30 to'],
    ['start_date=2026-03-05', {}, 'days 2026-03-05 to'],
    ['start_date=2026-03-05&end_date=2026-03-01', {}, 'days 2026-03-05 to 2026-03-01'],
  ])('with ?%s is shown', async (query, wanted, ignored) => {
    const { page, errors } = await visit(`/dashboard?${query}`)
    await expectFigures(page, wanted)
    if (ignored !== null) {
      await expectText(notice(page)).toBe(`Ignored in this link: ${ignored}`)
    }
    await page.getByRole('link', { name: 'Data', exact: true }).click()
    await expectText(page.locator('h1')).toBe('Networks')
    await expectCount(notice(page)).toBe(0)
    expect(errors).toEqual([])
  })

  test.each<[what: string, query: string, wanted: Wanted, ignored: string]>([
    [
      'many values',
      `network=${many.join()}`,
      { network: [] },
      'network n300, network n301, network n302, network n303, network n304 and 1695 more',
    ],
    ['a long value', `ad_format=${'x'.repeat(20_000)}`, {}, `ad_format ${'x'.repeat(40)}…`],
  ])('with %s is shown', async (_what, query, wanted, ignored) => {
    const { page, errors } = await visit(`/dashboard?${query}`)
    await expectFigures(page, wanted)
    await expectText(notice(page)).toBe(`Ignored in this link: ${ignored}`)
    expect(errors).toEqual([])
  })

  test('with valid parameters shows no notice', async () => {
    const { page } = await visit(
      '/dashboard?country=US&by=app_id&sort=name&days=last_7&chart=ecpm&show=table',
    )
    await settled(page)
    expect(await notice(page).count()).toBe(0)
  })

  test('is corrected with the next choice', async () => {
    const { page } = await visit('/dashboard?country=US,USA&rows=never')
    await expectFigures(page, { country: ['US'] })
    await page.getByRole('group', { name: 'Break down by' }).getByText('Format').click()
    await expectPath(page).toBe('/dashboard?country=US&rows=ad_format')
    await expectCount(notice(page)).toBe(0)
  })

  test.each([
    'start_date=0000-01-01&end_date=0000-01-03',
    'start_date=9999-12-30&end_date=9999-12-31',
  ])('to the end of the calendar (%s) is shown, and other days can be chosen', async (query) => {
    const { page, errors } = await visit(`/dashboard?${query}`)
    await page.getByRole('heading', { name: 'No figures' }).waitFor()
    await page.getByRole('toolbar').getByRole('button').first().click()
    const dialog = page.getByRole('dialog', { name: 'Days' })
    await dialog.getByRole('button', { name: 'Last 28 days' }).click()
    await expectFigures(page, {})
    expect(errors).toEqual([])
  })

  test.each(['none%2Fmore', '__proto__'])(
    'to an impossible app (%s) shows that it is unknown',
    async (part) => {
      const { page, status } = await visit(`/dashboard/apps/${part}`)
      expect(status).toBe(200)
      await page.getByRole('heading', { name: 'App not found' }).waitFor()
      await page.getByRole('link', { name: 'See all apps.' }).click()
      await expectPath(page).toBe('/dashboard?rows=app_id')
      await expectFigures(page, {})
    },
  )

  test.each(['%E0%A4%A', '100%', '%', '%FF'])(
    'that cannot be decoded (apps/%s) shows that there is no such page',
    async (part) => {
      const { page } = await visit(`/dashboard/apps/${part}`)
      await page.getByRole('heading', { name: 'Page not found' }).waitFor()
      await page.locator('main').getByRole('link', { name: 'overview' }).click()
      await expectPath(page).toBe('/dashboard')
      await expectFigures(page, {})
    },
  )

  test.each(['/dashboard', '/dashboard/networks', '/dashboard/apps/hop-ios'])(
    '%s also shows a notice for bad parameters',
    async (path) => {
      const { page } = await visit(
        `${path}?country=USA&start_date=x&end_date=y&order=z&network=constructor`,
      )
      await expectText(notice(page).first()).toBe('Ignored in this link: days x to y, country USA')
      await eventually(() => page.locator('main h1, .state h2').count()).toBeGreaterThan(0)
      await page.goto(`${site().url}${path}?country=US,DE&days=last_90`)
      await page.locator('.key-figures, table.networks').first().waitFor()
      expect(await notice(page).count()).toBe(0)
    },
  )
})
