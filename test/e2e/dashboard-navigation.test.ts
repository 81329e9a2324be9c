import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  choose,
  describeDashboard,
  eventually,
  expectCount,
  expectPath,
  expectText,
  expectTexts,
  openSetting,
  settled,
  signInOn,
  signOutOn,
} from '../fixtures/dashboard-page.ts'
import { novice, studio } from '../fixtures/dashboard-site.ts'

const historyLength = (page: Page): Promise<number> => page.evaluate('history.length')
const scrollTop = (page: Page): Promise<number> => page.evaluate('scrollY')
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

describeDashboard('going from page to page', ({ visit, site }) => {
  test('links keep days and filters, also those of tables and of pages without filters', async () => {
    const { page } = await visit(
      '/dashboard?days=last_7&rows=app_id&network=admob&country=DE&show=table',
    )
    const kept = 'days=last_7&show=table&network=admob&country=DE'
    await page.locator('table.report').getByRole('link').first().click()
    await expectPath(page).toMatch(new RegExp(`^/dashboard/apps/.*[?]${kept}$`))
    await openSetting(page, 'Account')
    await expectPath(page).toBe(`/dashboard/account?${kept}`)
    await link(page, 'Countries').click()
    await page.locator('.bars').getByRole('link', { name: 'Germany' }).click()
    await expectPath(page).toBe(`/dashboard?${kept}`)
    await expectTexts(page.locator('table.report tbody th')).toEqual(['AdMob'])
  })

  test('the first Tab after a sign-in reaches the link to the content, on a phone too', async () => {
    const viewport = { width: 375, height: 700 }
    const { page } = await visit('/dashboard/apps', { as: null, viewport })
    await signInOn(page, studio.username, studio.password)
    await expectText(page.locator('h1')).toBe('Apps')
    // The page's own link is in view.
    const right = await link(page, 'Apps').evaluate((one) => one.getBoundingClientRect().right)
    expect(right).toBeLessThanOrEqual(viewport.width)
    await page.keyboard.press('Tab')
    await expectText(page.locator(':focus')).toBe('Skip to content')
    await page.keyboard.press('Enter')
    await page.locator('main:focus').waitFor()
  })

  test('a page opens at its top and with the focus, and back returns to where one was', async () => {
    const { page } = await visit('/dashboard?days=last_90&rows=country', {
      viewport: { width: 800, height: 500 },
    })
    await settled(page)
    await page.locator('table.report').waitFor()
    await page.evaluate('scrollTo(0, 400)')
    await eventually(() => scrollTop(page)).toBe(400)
    // A click would scroll to the link.
    await link(page, 'Freshness').dispatchEvent('click')
    await page.locator('table.freshness').waitFor()
    await eventually(() => scrollTop(page)).toBe(0)
    const focused = page.locator(':focus')
    await eventually(() => focused.getAttribute('id')).toBe('main')
    expect(await focused.getAttribute('aria-labelledby')).toBe('page-title')
    await page.goBack()
    await page.locator('table.report').waitFor()
    await eventually(() => scrollTop(page)).toBe(400)
    // A choice on the page moves neither.
    await choose(page, 'Break down by', 'Format')
    await expectText(page.locator('#groups-title')).toBe('By format')
    expect(await scrollTop(page)).toBe(400)
    expect(await focused.getAttribute('type')).toBe('radio')
  })

  test('ticks of filters, sorting and the form are no entries of the history; days are', async () => {
    const { page } = await visit('/dashboard')
    await settled(page)
    const before = await historyLength(page)
    await page
      .getByRole('toolbar')
      .getByRole('button', { name: /^Network/ })
      .click()
    for (const name of ['AdMob', 'Mintegral', 'Unity Ads']) {
      await page.getByRole('option', { name, exact: true }).click()
    }
    await page.keyboard.press('Escape')
    await expectCount(page.getByRole('dialog')).toBe(0)
    await choose(page, 'Show as', 'Table')
    await page.getByRole('button', { name: 'Clicks' }).click()
    const query = 'show=table&network=admob&network=mintegral&network=unityads&order=-clicks'
    await expectPath(page).toBe(`/dashboard?${query}`)
    expect(await historyLength(page)).toBe(before)
    await page.getByRole('toolbar').getByRole('button').first().click()
    await page.getByRole('button', { name: 'Last 7 days' }).click()
    await expectPath(page).toBe(`/dashboard?days=last_7&${query}`)
    expect(await historyLength(page)).toBe(before + 1)
    await page.goBack()
    await expectPath(page).toBe(`/dashboard?${query}`)
    await page.reload()
    await page.getByRole('region', { name: 'Figures by day' }).waitFor()
  })

  test('the sign-in page has its title after another page', async () => {
    const { page } = await visit('/dashboard')
    await signOutOn(page)
    await expectText(page.locator('h1')).toBe('Sign in')
    await eventually(() => page.title()).toBe('Sign in · Adtally')
  })

  test.each(['Countries', 'Freshness', 'Imports'])(
    'the page %s has its title before there are figures',
    async (name) => {
      const { page } = await visit(`/dashboard/${name.toLowerCase()}`, { as: novice })
      await page.locator('.state').waitFor()
      await expectText(page.locator('h1')).toBe(name)
      expect(await page.title()).toBe(`${name} · Adtally`)
    },
  )

  test('an address that nothing has is a page for browsers, and a problem for programs', async () => {
    const { page, status, errors } = await visit('/nosuch', { as: null })
    expect(status).toBe(404)
    await expectText(page.locator('h1')).toBe('Page not found')
    expect(errors.filter((error) => !error.includes('404'))).toEqual([])
    await link(page, 'dashboard').click()
    await expectPath(page).toBe('/dashboard')
    const problem = /^application\/problem\+json/
    const ask = async (path: string, accept: string) =>
      (await fetch(site().url + path, { headers: { accept } })).headers.get('content-type')!
    expect(await ask('/nosuch', '*/*')).toMatch(problem)
    expect(await ask('/nosuch', 'application/json')).toMatch(problem)
    expect(await ask('/api/nosuch', 'text/html')).toMatch(problem)
    expect(await ask('/api/v1/nosuch', 'text/html')).toMatch(problem)
  })
})
