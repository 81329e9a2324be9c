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
  settled,
  signInOn,
  signOutOn,
} from '../fixtures/dashboard-page.ts'
import { novice, studio } from '../fixtures/dashboard-site.ts'

const scrollTop = (page: Page): Promise<number> => page.evaluate('scrollY')
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

describeDashboard('going from page to page', ({ visit, site }) => {
  test('the old address of countries leads to the overview, with its days and filters', async () => {
    const { page } = await visit('/dashboard/countries?range=7d&network=admob&country=DE')
    await expectTexts(page.locator('table.report tbody th')).toEqual(['Germany'])
    await expectPath(page).toBe('/dashboard?days=last_7&network=admob&country=DE&rows=country')
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
    await link(page, 'Data').dispatchEvent('click')
    await page.locator('table.networks').waitFor()
    await eventually(() => scrollTop(page)).toBe(0)
    const focused = page.locator(':focus')
    await eventually(() => focused.getAttribute('id')).toBe('main')
    expect(await focused.getAttribute('aria-labelledby')).toBe('page-title')
    await page.goBack()
    await page.locator('table.report').waitFor()
    await eventually(() => scrollTop(page)).toBe(400)
    // A choice on the page moves neither.
    await choose(page, 'Break down by', 'Format')
    await expectText(page.locator('table.report thead th').first()).toBe('Format')
    expect(await scrollTop(page)).toBe(400)
    expect(await focused.getAttribute('type')).toBe('radio')
  })

  test('filters, sorting and days are steps of the history', async () => {
    const { page } = await visit('/dashboard')
    await settled(page)
    const paths = ['/dashboard']
    const expectStep = async (query: string) => {
      paths.push(`/dashboard?${query}`)
      await expectPath(page).toBe(paths.at(-1))
    }
    await page
      .getByRole('toolbar')
      .getByRole('button', { name: /^Network/ })
      .click()
    await page.getByRole('option', { name: 'AdMob', exact: true }).click()
    await expectStep('network=admob')
    await page.keyboard.press('Escape')
    await expectCount(page.getByRole('dialog')).toBe(0)
    await page.getByRole('button', { name: 'Clicks', exact: true }).click()
    await expectStep('network=admob&order=-clicks')
    await page.getByRole('toolbar').getByRole('button').first().click()
    await page.getByRole('button', { name: 'Last 7 days' }).click()
    await expectStep('days=last_7&network=admob&order=-clicks')
    for (const path of paths.reverse().slice(1)) {
      await page.goBack()
      await expectPath(page).toBe(path)
    }
  })

  test('the sign-in page has its title after another page', async () => {
    const { page } = await visit('/dashboard')
    await signOutOn(page)
    await expectText(page.locator('h1')).toBe('Sign in')
    await eventually(() => page.title()).toBe('Sign in · Adtally')
  })

  test.each(['Explore', 'Networks', 'Imports'])(
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
