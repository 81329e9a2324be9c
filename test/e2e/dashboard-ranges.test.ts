import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  describeDashboard,
  eventually,
  expectCount,
  expectPath,
  expectText,
  openDestination,
  pathOf,
  settled,
  textOf,
} from '../fixtures/dashboard-page.ts'
import { shown, shownMetric } from '../fixtures/dashboard-shown.ts'
import { linesIn, type Span, sumOf } from '../fixtures/dashboard-sums.ts'

const stats = '/api/v2/publisher/applications/stats'

const picker = (page: Page) => page.getByRole('toolbar').getByRole('button').first()
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Days' })
const revenue = (page: Page) => page.locator('[data-metric=revenue] .key-figure')
const day = (page: Page, name: string) =>
  dialog(page)
    .getByRole('gridcell')
    .getByRole('button', { name: new RegExp(name) })

describeDashboard('the range of days', ({ visit, site }) => {
  async function openPicker(path = '/dashboard') {
    const { page } = await visit(path)
    await settled(page)
    await picker(page).click()
    await dialog(page).waitFor()
    return page
  }

  async function expectSpan(page: Page, span: Span) {
    await expectText(revenue(page)).toBe(shownMetric('revenue', sumOf(linesIn(span))))
    await expectCount(dialog(page)).toBe(0)
  }

  test('each preset shows the figures of V2 for its days', async () => {
    const page = await openPicker('/dashboard?days=last_365')
    for (const [title, name, from, to] of [
      ['Yesterday', 'yesterday', '2026-03-09', '2026-03-09'],
      ['Last 7 days', 'last_7', '2026-03-03', '2026-03-09'],
      ['Last 28 days', null, '2026-02-10', '2026-03-09'],
      ['Last 90 days', 'last_90', '2025-12-10', '2026-03-09'],
      ['This month', 'month_to_date', '2026-03-01', '2026-03-10'],
      ['Last month', 'previous_month', '2026-02-01', '2026-02-28'],
      ['Last 365 days', 'last_365', '2025-03-10', '2026-03-09'],
    ] as const) {
      const preset = dialog(page).getByRole('button', { name: title, exact: true })
      await preset.click()
      await expectPath(page).toBe(name ? `/dashboard?days=${name}` : '/dashboard')
      await expectText(picker(page).locator('.picker-title')).toBe(title)
      await expectSpan(page, { from, to })
      const asked = { start_date: from, end_date: to, app_id: 'hop-ios,hop-android,old+app&1/ä' }
      const { aggregated_data: all } = (await (await site().ask(stats, asked)).json()) as {
        aggregated_data: { revenue_in_cents: number }
      }
      const cents = `${all.revenue_in_cents / 100}`
      expect(await textOf(revenue(page))).toBe(shown('revenue', cents))
      await picker(page).click()
      await eventually(() => preset.getAttribute('aria-pressed')).toBe('true')
      expect(await dialog(page).locator('[aria-pressed=true]').count()).toBe(1)
    }
  })

  test('two clicks in the calendar choose two days', async () => {
    const page = await openPicker()
    await day(page, 'March 2, 2026').click()
    await day(page, 'March 5, 2026').click()
    await expectPath(page).toBe('/dashboard?start_date=2026-03-02&end_date=2026-03-05')
    await expectSpan(page, { from: '2026-03-02', to: '2026-03-05' })
    await expectText(picker(page)).toMatch(/^Days.*2.*5, 2026$/)
  })

  test('days can be chosen backwards and across months', async () => {
    const page = await openPicker()
    await day(page, 'March 3, 2026').click()
    await dialog(page).getByRole('button', { name: 'Earlier' }).first().click()
    await day(page, 'February 25, 2026').click()
    await expectPath(page).toBe('/dashboard?start_date=2026-02-25&end_date=2026-03-03')
    await expectSpan(page, { from: '2026-02-25', to: '2026-03-03' })
  })

  test('two clicks on one day choose that day', async () => {
    const page = await openPicker()
    await day(page, 'March 4, 2026').click()
    await day(page, 'March 4, 2026').click()
    await expectPath(page).toBe('/dashboard?start_date=2026-03-04&end_date=2026-03-04')
    await expectSpan(page, { from: '2026-03-04', to: '2026-03-04' })
  })

  test('future days cannot be chosen', async () => {
    const page = await openPicker()
    const tomorrow = dialog(page).getByRole('gridcell').filter({ hasText: /^11$/ })
    await eventually(() => tomorrow.first().getAttribute('aria-disabled')).toBe('true')
  })

  test('the keyboard opens the calendar, chooses two days and returns', async () => {
    const { page } = await visit('/dashboard')
    await settled(page)
    await picker(page).focus()
    await page.keyboard.press('Enter')
    await dialog(page).getByRole('grid').waitFor()
    const focused = page.locator(':focus')
    for (let steps = 0; steps < 15; steps++) {
      if ((await focused.getAttribute('aria-label'))?.includes('March 9, 2026')) break
      await page.keyboard.press('Tab')
    }
    await eventually(() => focused.getAttribute('aria-label')).toMatch(/March 9, 2026/)
    // The calendar moves to the next day by itself once the first is chosen.
    for (const key of ['ArrowUp', 'ArrowLeft', 'Enter', 'ArrowRight', 'Enter']) {
      await page.keyboard.press(key)
    }
    await expectPath(page).toBe('/dashboard?start_date=2026-03-01&end_date=2026-03-03')
    await expectSpan(page, { from: '2026-03-01', to: '2026-03-03' })
    await expectText(focused).toMatch(/^Days/)
  })

  test('Escape closes the calendar and changes nothing', async () => {
    const page = await openPicker()
    await page.keyboard.press('Escape')
    await expectCount(dialog(page)).toBe(0)
    expect(pathOf(page)).toBe('/dashboard')
  })

  test('days and filters are kept from page to page', async () => {
    const { page } = await visit(
      '/dashboard?start_date=2026-03-01&end_date=2026-03-03&network=admob',
    )
    for (const name of ['Explore', 'Networks', 'Imports', 'Overview']) {
      if (name === 'Networks') await openDestination(page, 'Data')
      else await page.getByRole('link', { name, exact: true }).click()
      await expectText(page.locator('h1')).toBe(name)
      const path = name === 'Overview' ? '/dashboard' : `/dashboard/${name.toLowerCase()}`
      await expectPath(page).toBe(`${path}?start_date=2026-03-01&end_date=2026-03-03&network=admob`)
    }
    const lines = linesIn({ from: '2026-03-01', to: '2026-03-03' }, { network: ['admob'] })
    await expectText(revenue(page)).toBe(shownMetric('revenue', sumOf(lines)))
  })
})
