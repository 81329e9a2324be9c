import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { late } from '../fixtures/dashboard-figures.ts'
import {
  describeDashboard,
  expectCount,
  expectPath,
  expectText,
  expectTexts,
  settled,
  signInOn,
} from '../fixtures/dashboard-page.ts'
import { nameOf, shownMetric } from '../fixtures/dashboard-shown.ts'
import { studio } from '../fixtures/dashboard-site.ts'
import { groupsOf, linesIn, sumOf, usualDays, type Wanted } from '../fixtures/dashboard-sums.ts'

const revenue = (page: Page) => page.locator('[data-metric=revenue] .key-figure')
const picker = (page: Page, title: string) =>
  page.getByRole('toolbar').getByRole('button', { name: new RegExp(`^${title}`) })
const dialog = (page: Page) => page.getByRole('dialog')
const option = (page: Page, name: string) => dialog(page).getByRole('option', { name, exact: true })

/** Closes a pop-up by clicking beside it. */
async function clickBeside(page: Page) {
  await page.mouse.click(3, 3)
  await expectCount(dialog(page)).toBe(0)
}

const expectFigures = (page: Page, wanted: Wanted) =>
  expectText(revenue(page)).toBe(shownMetric('revenue', sumOf(linesIn(usualDays, wanted))))

describeDashboard('filters', ({ visit }) => {
  test('every filter can be set with the mouse and cleared', async () => {
    const { page } = await visit('/dashboard')
    await settled(page)
    for (const [title, wanted] of [
      ['App', { app_id: ['old+app&1/ä'] }],
      ['App', { app_id: ['hop-ios', 'hop-android'] }],
      ['Platform', { platform: ['ios'] }],
      ['Network', { network: ['admob', late.network] }],
      ['Format', { ad_format: ['offer_wall'] }],
      ['Country', { country: ['SE', 'ZZ', 'JP'] }],
    ] as const) {
      await picker(page, title).click()
      const [name, keys] = Object.entries<readonly string[]>(wanted)[0]!
      for (const key of keys) {
        const search = dialog(page).getByRole('searchbox')
        if (title === 'Country') await search.fill(nameOf(key).slice(0, 5))
        await option(page, nameOf(key)).click()
      }
      await clickBeside(page)
      await expectFigures(page, wanted)
      const query = keys.map((key) => `${name}=${key}`).join('&')
      await expectPath(page).toBe(`/dashboard?${query}`)
      const more = keys.length > 1 ? ` +${keys.length - 1}` : ''
      await expectText(picker(page, title)).toBe(`${title}${nameOf(keys[0]!)}${more}`)
      const rows = groupsOf(linesIn(usualDays, wanted), 'network').map(({ key }) => nameOf(key))
      await expectTexts(page.locator('table.report tbody th')).toEqual(rows)
      await page.getByRole('button', { name: 'Clear filters' }).click()
      await expectPath(page).toBe('/dashboard')
      await expectFigures(page, {})
    }
  })

  test('several filters are restored by a reload and by a link', async () => {
    const { page } = await visit('/dashboard')
    await settled(page)
    const wanted = { platform: ['ios'], network: ['admob', 'ownnet'], country: ['DE', 'US'] }
    for (const [filter, title] of [
      ['platform', 'Platform'],
      ['network', 'Network'],
      ['country', 'Country'],
    ] as const) {
      await picker(page, title).click()
      for (const key of wanted[filter]) {
        if (filter === 'country') await dialog(page).getByRole('searchbox').fill(key)
        await option(page, nameOf(key)).click()
      }
      await clickBeside(page)
    }
    await expectFigures(page, wanted)
    const path = '/dashboard?platform=ios&network=admob&network=ownnet&country=DE&country=US'
    await expectPath(page).toBe(path)
    await page.reload()
    await expectFigures(page, wanted)
    await expectText(picker(page, 'Network')).toBe('NetworkAdMob +1')
    const other = await visit(path, { as: null })
    await signInOn(other.page, studio.username, studio.password)
    await expectFigures(other.page, wanted)
    await expectPath(other.page).toBe(path)
  })

  test('the URL contains the whole view', async () => {
    const path =
      '/dashboard?days=previous_month&ad_format=banner&rows=country&order=-clicks&plot=ecpm'
    const { page } = await visit(path)
    const title = page.getByRole('heading', { name: /over time$/ })
    const lines = linesIn({ from: '2026-02-01', to: '2026-02-28' }, { ad_format: ['banner'] })
    const clicks = groupsOf(lines, 'country')
      .sort((a, b) => Number(b.sums.clicks - a.sums.clicks))
      .map(({ sums }) => shownMetric('clicks', sums))
    await expectTexts(page.locator('table.report tbody td:nth-child(9)')).toEqual(clicks)
    await expectText(title).toBe('eCPM over time')
    await page.getByLabel('Metric of the chart').selectOption('Revenue')
    await expectPath(page).toBe(path.replace('&plot=ecpm', ''))
    await page.goBack()
    await expectText(title).toBe('eCPM over time')
    await expectPath(page).toBe(path)
  })

  test('the keyboard opens a filter, searches, selects and clears', async () => {
    const { page } = await visit('/dashboard')
    await settled(page)
    await picker(page, 'Country').focus()
    await page.keyboard.press('Enter')
    await dialog(page).getByRole('searchbox').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('swed')
    await expectTexts(dialog(page).getByRole('option')).toEqual(['Sweden'])
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expectFigures(page, { country: ['SE'] })
    await page.keyboard.press('Escape')
    await expectCount(dialog(page)).toBe(0)
    await expectText(page.locator(':focus')).toBe('CountrySweden')
    await page.keyboard.press('Enter')
    await dialog(page).getByRole('searchbox').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expectText(page.locator(':focus')).toBe('Clear')
    await page.keyboard.press('Enter')
    await expectFigures(page, {})
  })

  test('Escape closes a filter and keeps the selection', async () => {
    const { page } = await visit('/dashboard')
    await settled(page)
    await picker(page, 'Network').click()
    await option(page, 'AdMob').click()
    await expectPath(page).toBe('/dashboard?network=admob')
    await page.keyboard.press('Escape')
    await expectCount(dialog(page)).toBe(0)
    await expectPath(page).toBe('/dashboard?network=admob')
  })

  test('arrow keys select in a short list', async () => {
    const { page } = await visit('/dashboard')
    await settled(page)
    await picker(page, 'Network').focus()
    await page.keyboard.press('Space')
    await option(page, 'AdMob').waitFor()
    await page.keyboard.press('Tab')
    const focused = page.locator(':focus')
    if ((await focused.getAttribute('role')) !== 'option') await page.keyboard.press('ArrowDown')
    await expectText(focused).toBe('AdMob')
    for (const key of ['Space', 'ArrowDown', 'ArrowDown', 'Space']) await page.keyboard.press(key)
    await expectPath(page).toBe('/dashboard?network=admob&network=mintegral')
    await expectFigures(page, { network: ['admob', 'mintegral'] })
  })

  test('filters without figures show a message and can be cleared', async () => {
    const { page } = await visit('/dashboard?country=AD')
    await page.getByRole('heading', { name: 'No figures' }).waitFor()
    await expectText(revenue(page)).toBe('$0.00')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expectFigures(page, {})
  })
})
