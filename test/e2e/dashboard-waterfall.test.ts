import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  cellsOf,
  describeDashboard,
  expectCount,
  expectPath,
  expectText,
  expectTexts,
  settled,
} from '../fixtures/dashboard-page.ts'
import { novice } from '../fixtures/dashboard-site.ts'
import { appViewer, depthDays, openDepthSite } from '../fixtures/depth-site.ts'
import { barriersOn } from './axe.ts'

const path = `/dashboard/waterfall?${depthDays}`
const table = (page: Page, adTag: string) => page.getByRole('region', { name: `Rungs of ${adTag}` })
const finding = (page: Page, title: string) =>
  page.locator('section.card').filter({ has: page.getByRole('heading', { name: title }) })

describeDashboard(
  'the waterfall',
  ({ visit }) => {
    test('has the rungs of an ad unit by floor, and what they leave of its booked figures', async () => {
      const { page } = await visit(path)
      await settled(page)
      expect(await cellsOf(table(page, 'level_end'))).toEqual([
        ...[['Rung', 'Floor', 'Network', 'eCPM', 'Share', 'Attempts', 'Fill', 'Show rate']].map(
          (heads) => [...heads, 'Impressions', 'Revenue', 'To the next'],
        ),
        ...[['AdMob 30', '30', 'AdMob', '–', '0.0%', '5,000', '0.00%', '–']].map((cells) => [
          ...[...cells, '0', '$0.00', '1.5 ×'],
        ]),
        ...[['AdMob 20', '20', 'AdMob', '$25.00', '5.0%', '5,000', '2.00%', '80.00%']].map(
          (cells) => [...cells, '80', '$2.00', '3.33 × eCPM 3.13 ×'],
        ),
        ...[['AdMob 6', '6', 'AdMob', '$8.00', '50.0%', '4,900', '61.22%', '83.33%']].map(
          (cells) => [...cells, '2,500', '$20.00', 'eCPM 0.8 ×'],
        ),
        ...[['AppLovin bidding', '–', 'AppLovin', '$10.00', '45.0%', '9,000', '22.22%']].map(
          (cells) => [...cells, '90.00%', '1,800', '$18.00', '–'],
        ),
        ['Not told by rung', '', '', '–', '', '–', '–', '–', '70', '$1.50', ''],
        [
          ...['Difference to the booked figures', '', '', '–', '', '–', '–', '–', '-4,450'],
          ...['-$41.50', ''],
        ],
        ['Booked', '', '', '', '', '', '', '', '0', '$0.00', ''],
      ])
    })

    test('finds dead rungs and price gaps, each with its rule', async () => {
      const { page } = await visit(path)
      await settled(page)
      const dead = finding(page, 'Dead rungs: 1')
      await expectText(dead.locator('.note')).toContain('Asked at least 1,000 times')
      await expectTexts(dead.getByRole('listitem')).toEqual([
        'AdMob 30 (AdMob) level_end · Hop · iOS5,000 attempts, no impressions',
      ])
      const gaps = finding(page, 'Price gaps: 1')
      await expectText(gaps.locator('.note')).toContain('more than 2 times apart')
      await expectText(gaps.getByRole('listitem')).toMatch(
        /^AdMob 20 – AdMob 6 .*3\.3 times the floor; the upper one answers 2\.0%, the lower one earns 50\.0%$/,
      )
    })

    test('unknown attempts and fill are a dash; the ad unit with the most revenue comes first', async () => {
      const { page } = await visit(path)
      await settled(page)
      await expectTexts(page.locator('section.card:has(table) h2')).toEqual([
        'menu · Hop · Android',
        'level_end · Hop · iOS',
      ])
      const cells = await cellsOf(table(page, 'menu'))
      expect(cells[1]!.slice(0, 8)).toEqual([
        ...['Unity Ads', '4', 'Unity Ads', '$5.56', '100.0%', '–', '–', '–'],
      ])
    })

    test('an ad unit is chosen with the keyboard, and is in the address; a link leads to it too', async () => {
      const { page } = await visit(path)
      await settled(page)
      const picker = page.getByRole('button', { name: /^Ad unit/ })
      await picker.focus()
      await page.keyboard.press('Enter')
      await page.getByRole('option', { name: 'level_end' }).focus()
      await page.keyboard.press('Space')
      await page.keyboard.press('Escape')
      await expectPath(page).toBe(`${path}&ad_tag=level_end`)
      await expectCount(page.locator('table.rungs')).toBe(1)
      await page.goBack()
      await expectCount(page.locator('table.rungs')).toBe(2)
      await page.getByRole('link', { name: /^menu/ }).click()
      await expectPath(page).toBe(`${path}&app_id=hop-android&ad_tag=menu`)
      await expectCount(page.locator('table.rungs')).toBe(1)
    })

    test('what rungs leave is explained', async () => {
      const { page } = await visit(path)
      await settled(page)
      await table(page, 'level_end')
        .getByRole('button', { name: 'Not told by rung' })
        .press('Enter')
      await expectText(page.getByRole('dialog')).toContain('has besides its rungs')
      await page.keyboard.press('Escape')
      await expectCount(page.getByRole('dialog')).toBe(0)
      await page.getByRole('button', { name: 'Difference to the booked figures' }).first().click()
      await expectText(page.getByRole('dialog')).toContain(
        'networks’ own reports say other amounts',
      )
    })

    test('a filter by network is left out, and said to be; so is an ad tag that cannot be asked for', async () => {
      const { page } = await visit(`${path}&network=unityads&ad_tag=a,b`)
      await settled(page)
      await expectCount(page.locator('table.rungs')).toBe(2)
      await page
        .getByText('Not filtered by network here: a waterfall is of all networks.')
        .waitFor()
      await page.getByText('Ignored in this link: ad_tag a,b').waitFor()
    })

    test('the address of the figures is that of the report endpoint', async () => {
      const { page } = await visit(`${path}&ad_tag=level_end`)
      await settled(page)
      await page.getByRole('button', { name: 'Report URL' }).click()
      await expectText(page.getByTestId('report-url')).toMatch(
        /api\/v2\/publisher\/report\?.*ad_tag=level_end&dimensions=app_id,ad_tag,network,rung,floor&/,
      )
    })

    test('on a phone and in the dark, rungs are cards without barriers', async () => {
      const { page } = await visit(path, {
        viewport: { width: 375, height: 812 },
        colorScheme: 'dark',
      })
      await settled(page)
      const cut = await page
        .locator('table.rungs :is(th, td)')
        .evaluateAll(
          (cells) => cells.filter((one) => one.getBoundingClientRect().right > 375).length,
        )
      expect(cut).toBe(0)
      expect(await barriersOn(page)).toEqual([])
    })

    test('a user who sees one app has only its rungs', async () => {
      const { page } = await visit(path, { as: appViewer })
      await settled(page)
      await expectTexts(page.locator('section.card:has(table) h2')).toEqual([
        'menu · Hop · Android',
      ])
      await page.getByText('No rung is asked often in vain.').waitFor()
      await page.getByText('No floors are so far apart.').waitFor()
    })

    test('without rungs, the page says what to import; without figures, how to begin', async () => {
      const { page } = await visit('/dashboard/waterfall?days=yesterday')
      await page.getByRole('heading', { name: 'No rungs' }).waitFor()
      await expectText(page.locator('[data-empty]')).toContain('rung, floor')
      const { page: other } = await visit('/dashboard/waterfall', { as: novice })
      await other.getByRole('heading', { name: 'No figures yet' }).waitFor()
    })

    test('a failure is shown, and can be tried again', async () => {
      const { page } = await visit('/dashboard/nothing')
      const failure = { status: 500, json: { code: 'internal_error', detail: 'The disk is full.' } }
      await page.route('**/dashboard/api/report?*', (route) => route.fulfill(failure))
      await page.goto(new URL(path, page.url()).href)
      await expectText(page.getByRole('alert').locator('p')).toBe('The disk is full.')
      await page.unroute('**/dashboard/api/report?*')
      await page.getByRole('button', { name: 'Try again' }).click()
      await expectCount(page.locator('table.rungs')).toBe(2)
    })
  },
  openDepthSite,
)
