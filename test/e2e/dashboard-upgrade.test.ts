import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  describeDashboard,
  eventually,
  expectCount,
  expectPath,
  expectText,
  settled,
} from '../fixtures/dashboard-page.ts'

const networksScript = /\/dashboard\/assets\/networks-[^/]*\.js$/
const alert = (page: Page) => page.getByRole('alert')
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

/** The server's answer for a file that it no longer has: a page. */
const gone = async (route: Route) => {
  const answer = await route.fetch({ url: route.request().url().replace(/\.js$/, '-gone.js') })
  await route.fulfill({ response: answer })
}

/** Counts page loads from now on. */
function countLoads(page: Page): () => number {
  let loads = 0
  page.on('domcontentloaded', () => {
    loads += 1
  })
  return () => loads
}

describeDashboard('a page whose script is gone', ({ visit }) => {
  test('reloads the page once by itself, which is enough after an upgrade', async () => {
    const { page } = await visit('/dashboard?days=last_90')
    await settled(page)
    const loads = countLoads(page)
    await page.route(networksScript, gone)
    page.once('domcontentloaded', () => page.unroute(networksScript))
    await link(page, 'Data').click()
    await page.locator('table.networks').waitFor()
    await expectPath(page).toBe('/dashboard/networks?days=last_90')
    expect(loads()).toBe(1)
  })

  test('does not reload the page repeatedly, and other pages work', async () => {
    const { page } = await visit('/dashboard')
    await settled(page)
    const loads = countLoads(page)
    await page.route(networksScript, gone)
    await link(page, 'Data').click()
    await expectText(alert(page).locator('p')).toBe('Adtally was updated. Reload to continue.')
    expect(loads()).toBe(1)
    await link(page, 'Overview').click()
    await settled(page)
    await expectCount(alert(page)).toBe(0)
    await link(page, 'Data').click()
    await alert(page).waitFor()
    expect(loads()).toBe(1)
    await page.unroute(networksScript)
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.locator('table.networks').waitFor()
    expect(loads()).toBe(2)
  })

  test('stays on the page while the server is unreachable', async () => {
    const { page } = await visit('/dashboard')
    await settled(page)
    const loads = countLoads(page)
    await page.route('**/dashboard/**', (route) => route.abort())
    await link(page, 'Data').click()
    const words = 'The server does not answer. Check that it is running and that you are online.'
    await expectText(alert(page).locator('p')).toBe(words)
    expect(loads()).toBe(0)
    await page.unroute('**/dashboard/**')
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.locator('table.networks').waitFor()
  })

  test('does not reload when the browser stores nothing', async () => {
    const { page } = await visit('/dashboard')
    await settled(page)
    await page.evaluate(`Storage.prototype.setItem = () => { throw new Error('full') }`)
    const loads = countLoads(page)
    await page.route(networksScript, gone)
    await link(page, 'Data').click()
    await expectText(alert(page).locator('p')).toBe('Adtally was updated. Reload to continue.')
    expect(loads()).toBe(0)
  })
})

describeDashboard('an unexpected error', ({ visit, site }) => {
  test('does not affect other pages, and is retried with them', async () => {
    const { page } = await visit('/dashboard/networks')
    await settled(page)
    await page.route('**/dashboard/api/imports', (route) =>
      route.fulfill({ json: { imports: 'none', failed: [] } }),
    )
    await link(page, 'Imports').click()
    await page.getByRole('heading', { name: 'This page cannot be shown' }).waitFor()
    await page.unroute('**/dashboard/api/imports')
    await link(page, 'Data').click()
    await page.locator('table.networks').waitFor()
    await expectCount(alert(page)).toBe(0)
    await page.goto(`${site().url}/dashboard/imports`)
    await page.locator('table.ledger').waitFor()
  })

  test('of the whole page is shown with a way to reload', async () => {
    const { page } = await visit('/dashboard/nothing')
    const account = '**/dashboard/api/account'
    await page.route(account, (route) => route.fulfill({ json: { username: 'studio' } }))
    await page.reload()
    await page.getByRole('heading', { name: 'This page cannot be shown' }).waitFor()
    await eventually(() => page.locator('main.alone').count()).toBe(1)
    await page.unroute(account)
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  })
})
