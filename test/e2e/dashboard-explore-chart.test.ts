import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { importFigures } from '../../src/use-cases/import-figures.ts'
import {
  describeDashboard,
  expectCount,
  expectPath,
  expectText,
  expectTexts,
  settled,
} from '../fixtures/dashboard-page.ts'
import { givenFile } from '../fixtures/given-file.ts'
import { toCsv } from '../fixtures/import-rows.ts'

const start = '/dashboard/explore'
const chart = (page: Page) => page.getByRole('group', { name: /Use the arrow keys/ })
const legend = (page: Page) => page.getByRole('list', { name: 'Legend' })

describeDashboard('Explore: groups of the chart', ({ visit, site }) => {
  test.each(['revenue', 'ecpm'])('%s of days alone is of all figures together', async (metric) => {
    const { page } = await visit(`${start}?rows=date&metrics=${metric}`)
    await settled(page)
    await expectTexts(legend(page).locator('li').first()).toEqual(['All together'])
    await expectText(legend(page)).not.toContain('All others')
    expect(await page.locator('.plot').getAttribute('aria-label')).toMatch(
      /: All together\.( Unusual: .*)?$/,
    )
    await chart(page).press('Home')
    await expectText(page.locator('.day-note-day')).toBe('Tuesday, February 10, 2026')
    await expectCount(page.locator('.day-note li:not([data-waiting])')).toBe(0)
  })

  test('ad tags have no buttons, because nothing can be filtered by them', async () => {
    const { installation } = site()
    installation.pass(60)
    const day = '2025-01-05'
    const row = {
      date: day,
      app_id: 'hop-ios',
      network: 'ownnet',
      format: 'banner',
      country: 'US',
      impressions: 10,
      revenue: '1',
    }
    const rows = ['menu', 'shop'].map((tag) => ({ ...row, ad_tag: tag }))
    const file = await givenFile(installation, 'tags.csv', toCsv(rows))
    await installation.call(importFigures, {}, file)
    const days = `start_date=${day}&end_date=${day}&metrics=revenue`
    const { page } = await visit(`${start}?${days}&rows=ad_tag&across=country`)
    await settled(page)
    await expectText(legend(page)).toContain('menu')
    await expectCount(legend(page).getByRole('button')).toBe(0)
    const table = page.locator('table.report')
    await expectCount(table.getByRole('button', { name: /^Only/ })).toBe(1)
    await page.goto(`${site().url}${start}?${days}&rows=country&across=ad_tag`)
    await expectTexts(table.locator('thead th')).toEqual(['Country', 'Revenue↓', 'menu', 'shop'])
    await expectCount(table.getByRole('button', { name: /^Only/ })).toBe(1)
    await legend(page).getByRole('button', { name: 'Only United States' }).click()
    await expectPath(page).toContain('country=US')
  })
})
