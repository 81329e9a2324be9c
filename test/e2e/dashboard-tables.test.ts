import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  describeDashboard,
  eventually,
  expectCount,
  expectText,
  settled,
} from '../fixtures/dashboard-page.ts'
import { shownMetric } from '../fixtures/dashboard-shown.ts'
import { linesIn, sumOf } from '../fixtures/dashboard-sums.ts'

const days = { from: '2026-01-01', to: '2026-03-09' }
const frame = (page: Page) => page.getByRole('region', { name: 'Figures' }).last()
const rows = (page: Page) => frame(page).locator('tbody tr[data-index]')

describeDashboard('long tables', ({ visit }) => {
  test('have only the rows in view, under a head and over totals that stay', async () => {
    const range = `start_date=${days.from}&end_date=${days.to}`
    const { page, errors } = await visit(`/dashboard/explore?${range}&rows=date,country`)
    await settled(page)
    await eventually(() => rows(page).count()).toBeLessThan(100)
    await expectText(rows(page).first().locator('th')).toBe('Jan 1, 2026')
    const head = frame(page).locator('thead th').first()
    const total = frame(page).locator('tfoot td').nth(1)
    await expectText(total).toBe(shownMetric('revenue', sumOf(linesIn(days))))
    // Where they are within the frame, to the pixel.
    const places = async () => {
      const boxes = [frame(page), head, total].map(async (one) => (await one.boundingBox())!)
      const [edge, above, below] = await Promise.all(boxes)
      return [above!, below!].map(({ y }) => Math.round(y - edge!.y))
    }
    await eventually(async () => (await places())[0]).toBe(0)
    const before = await places()
    await frame(page).focus()
    await page.keyboard.press('End')
    const count = new Set(linesIn(days).map(({ day, country }) => day + country)).size
    await frame(page)
      .locator(`tr[aria-rowindex="${count + 1}"]`, { hasText: 'Mar 9, 2026' })
      .waitFor()
    expect(await places()).toEqual(before)
    expect(errors).toEqual([])
  })

  test('are whole on paper', async () => {
    const { page } = await visit(
      `/dashboard/explore?start_date=${days.from}&end_date=${days.to}&rows=date,country`,
    )
    await settled(page)
    await eventually(() => rows(page).count()).toBeLessThan(100)
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`)
    const count = new Set(linesIn(days).map(({ day, country }) => day + country)).size
    expect(await rows(page).count()).toBe(count)
    await page.evaluate(`dispatchEvent(new Event('afterprint'))`)
    await expectCount(rows(page)).toBeLessThan(100)
  })
})
