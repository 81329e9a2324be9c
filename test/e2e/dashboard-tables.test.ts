import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  describeDashboard,
  eventually,
  expectCount,
  expectText,
  settled,
} from '../fixtures/dashboard-page.ts'
import { shownDay, shownMetric } from '../fixtures/dashboard-shown.ts'
import { linesIn, sumOf } from '../fixtures/dashboard-sums.ts'

const year = { from: '2025-03-10', to: '2026-03-09' }
const region = (page: Page) => page.getByRole('region', { name: 'Figures by day' })
const days = (page: Page) => region(page).locator('tr[data-day]')

describeDashboard('long tables', ({ visit }) => {
  test('have only the rows in view, under a head and over totals that stay', async () => {
    const { page, errors } = await visit('/dashboard?days=last_365&show=table')
    await settled(page)
    await eventually(() => days(page).count()).toBeLessThan(100)
    await expectText(days(page).first().locator('th')).toBe(shownDay(year.to))
    const head = region(page).locator('thead th').first()
    const total = region(page).locator('tfoot td').first()
    await expectText(total).toBe(shownMetric('revenue', sumOf(linesIn(year))))
    // Where they are within the frame, to the pixel.
    const places = async () => {
      const boxes = [region(page), head, total].map(async (one) => (await one.boundingBox())!)
      const [frame, above, below] = await Promise.all(boxes)
      return [above!, below!].map(({ y }) => Math.round(y - frame!.y))
    }
    await eventually(async () => (await places())[0]).toBe(0)
    const before = await places()
    await region(page).focus()
    await page.keyboard.press('End')
    const last = days(page).and(page.locator(`[data-day="${year.from}"]`))
    await expectText(last.locator('th')).toBe(shownDay(year.from))
    expect(await last.getAttribute('aria-rowindex')).toBe('366')
    expect(await places()).toEqual(before)
    expect(errors).toEqual([])
  })

  test('are whole on paper', async () => {
    const { page } = await visit('/dashboard/freshness?days=last_365')
    const rows = page.locator('table.freshness tr[data-day]')
    await rows.first().waitFor()
    expect(await rows.count()).toBeLessThan(100)
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`)
    expect(await rows.count()).toBe(365)
    await page.evaluate(`dispatchEvent(new Event('afterprint'))`)
    await expectCount(rows).toBeLessThan(100)
  })

  test('of groups end with the totals of all', async () => {
    const { page } = await visit('/dashboard?rows=country&days=previous_month')
    await settled(page)
    const all = sumOf(linesIn({ from: '2026-02-01', to: '2026-02-28' }))
    const cells = page.locator('table.report tfoot').locator('th, td')
    const metrics = ['ecpm', 'impressions', 'clicks', 'ctr'] as const
    await expect
      .poll(async () => (await cells.allTextContents()).filter((_, at) => ![2, 3, 8].includes(at)))
      .toEqual([
        ...['Total', shownMetric('revenue', all)],
        ...metrics.map((metric) => shownMetric(metric, all)),
      ])
  })
})
