import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  cellsOf,
  describeDashboard,
  expectCount,
  expectText,
  settled,
} from '../fixtures/dashboard-page.ts'
import { novice } from '../fixtures/dashboard-site.ts'
import { appViewer, depthDay, depthDays, openDepthSite } from '../fixtures/depth-site.ts'
import { barriersOn } from './axe.ts'

const path = `/dashboard/economics?${depthDays}`
const table = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

describeDashboard(
  'economics',
  ({ visit }) => {
    test('has cost, CPI, ROAS by age and payback of each channel', async () => {
      const { page } = await visit(path)
      await table(page, 'Cost and returns by channel').waitFor()
      expect(await cellsOf(table(page, 'Cost and returns by channel'))).toEqual([
        [
          ...['Channel', 'Cost', 'CPI', 'Paid installs', 'Day 0', 'Day 1', 'Day 3', 'Day 7'],
          ...['Day 14', 'Day 30', 'Payback'],
        ],
        [
          ...['AppLovin', '$500.00', '$2.00', '250', '10.0%', '–', '–', '40.0%', '–', '–'],
          'Not yet: 40.0% on day 7',
        ],
        ['Google Ads', '$500.00', '$2.00', '250', '–', '–', '–', '–', '–', '–', '–'],
        [
          ...['TikTok', '$500.00', '$2.00', '250', '20.0%', '–', '60.0%', '112.0%', '–', '–'],
          'By day 7',
        ],
        ['All channels', '$1,500.00', '$2.00', '750', '', '', '', '', '', '', ''],
      ])
      // Other revenue is unknown.
      await page.getByText(/^Ad ROAS on a day: .*had brought with ads up to that age/).waitFor()
    })

    test('has LTV with the range of most weeks, and retention where it is known', async () => {
      const { page } = await visit(path)
      const ages = table(page, 'LTV and retention by age')
      await ages.waitFor()
      expect(await cellsOf(ages)).toEqual([
        ['Age', 'Ad LTV', 'Most weeks', 'Retention', 'Cohort users'],
        ['Day 0', '$0.3000', '$0.3000 – $0.3000', '100.0%', '500'],
        ['Day 3', '$1.2000', '$1.2000 – $1.2000', '40.0%', '250'],
        // From 1.50 to 1.54 by weeks of a hundred users.
        ['Day 7', '$1.5200', '$1.5040 – $1.5360', '20.0%', '500'],
      ])
      await page.getByRole('img', { name: 'Ad LTV by age' }).waitFor()
    })

    test('has ARPDAU by app and country, of days and apps with users', async () => {
      const { page } = await visit(
        `/dashboard/economics?start_date=${depthDay}&end_date=${depthDay}`,
      )
      await table(page, 'ARPDAU by App').waitFor()
      const [heads, ios] = await cellsOf(table(page, 'ARPDAU by App'))
      expect(heads).toEqual(['App', 'ARPDAU', 'DAU', 'Impressions with users'])
      expect(ios![0]).toBe('Hop · iOS')
      expect(ios![1]).toMatch(/^\$\d+\.\d{4}$/)
      expect(ios!.slice(2)).toEqual(['1,500', '100.0%'])
      const countries = await cellsOf(table(page, 'ARPDAU by Country'))
      expect(countries.slice(1, -1).map(([name, , users]) => `${name} ${users}`)).toEqual([
        'United States 1,000',
        'Germany 500',
      ])
    })

    test('shows 90 days while none are chosen, and others keep theirs', async () => {
      const { page } = await visit('/dashboard/economics')
      const days = page.getByRole('button', { name: /^Last \d+ days/ })
      await expectText(days).toContain('Last 90 days')
      await page.getByRole('link', { name: 'Overview', exact: true }).first().click()
      await expectText(days).toContain('Last 28 days')
      await page.goBack()
      await days.click()
      await page.getByRole('button', { name: 'Last 28 days', exact: true }).click()
      await expectText(days).toContain('Last 28 days')
      expect(new URL(page.url()).searchParams.get('days')).toBe('last_28')
    })

    test('filters by network and format are left out, and said to be', async () => {
      const { page } = await visit(`${path}&network=admob&ad_format=banner`)
      await page
        .getByText('Not filtered by network and format here: users and cost are not known by')
        .waitFor()
      await expectText(table(page, 'Cost and returns by channel').locator('tfoot td').first()).toBe(
        '$1,500.00',
      )
    })

    test('the keyboard reaches the address of the figures', async () => {
      const { page } = await visit(path)
      await settled(page)
      const card = page.locator('section.card', { has: table(page, 'Cost and returns by channel') })
      await card.getByRole('button', { name: 'Report URL' }).press('Enter')
      await expectText(page.getByTestId('report-url')).toContain('dimensions=channel,age')
      await page.keyboard.press('Escape')
      await expectCount(page.getByRole('dialog')).toBe(0)
    })

    test('on a phone and in the dark, there are no barriers', async () => {
      const { page } = await visit(path, {
        viewport: { width: 375, height: 812 },
        colorScheme: 'dark',
      })
      await table(page, 'ARPDAU by Country').waitFor()
      const cut = await page
        .locator('main :is(th, td)')
        .evaluateAll(
          (cells) => cells.filter((one) => one.getBoundingClientRect().right > 375).length,
        )
      expect(cut).toBe(0)
      expect(await barriersOn(page)).toEqual([])
    })

    test('each part without figures says what to import, also for a user who sees another app', async () => {
      const { page } = await visit(path, { as: appViewer })
      await expectCount(page.locator('[data-empty]')).toBe(5)
      await expectText(page.locator('main')).toContain('No cost is known')
      await expectText(page.locator('main')).toContain('No cohorts are known')
      await expectText(page.locator('main')).toContain('No cohorts are known that earned')
      await expectText(page.locator('main')).toContain('how many users these apps had')
      expect(await page.locator('main table').count()).toBe(0)
      // A viewer imports nothing.
      expect(await page.locator('[data-empty]').getByRole('link').count()).toBe(0)
    })

    test('an account without figures is told how to begin', async () => {
      const { page } = await visit('/dashboard/economics', { as: novice })
      await page.getByRole('heading', { name: 'No figures yet' }).waitFor()
    })
  },
  openDepthSite,
)
