import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  describeDashboard,
  eventually,
  expectCount,
  expectText,
  expectTexts,
  settled,
  signInOn,
  signOutOn,
  textOf,
} from '../fixtures/dashboard-page.ts'
import { shownMetric } from '../fixtures/dashboard-shown.ts'
import { novice, studio } from '../fixtures/dashboard-site.ts'
import { linesIn, sumOf, usualDays } from '../fixtures/dashboard-sums.ts'

const revenue = (page: Page) => page.locator('[data-metric=revenue] .key-figure')
const usualRevenue = shownMetric('revenue', sumOf(linesIn(usualDays)))
/** Tries all again that has failed: a chart, and a table. */
async function tryAgain(page: Page) {
  const buttons = await page.getByRole('button', { name: 'Try again' }).all()
  for (const button of buttons.reverse()) await button.click()
}
const failure = { status: 500, json: { code: 'internal_error', detail: 'The disk is full.' } }

const boxOf = (page: Page, part: string) => page.locator(part).boundingBox()

/** Delays an answer until it is opened. */
function gate() {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  return { open, opened }
}

describeDashboard('before there are figures', ({ visit }) => {
  test.each(['/dashboard', '/dashboard/explore'])(
    '%s tells an account without figures how to import some',
    async (path) => {
      const { page } = await visit(path, { as: novice })
      await page.getByRole('heading', { name: 'No figures yet' }).waitFor()
      await expectText(page.locator('main pre')).toBe('adtally import stats report.csv')
      expect(await page.locator('.plot, table').count()).toBe(0)
    },
  )

  test('an owner without networks is told how to connect them, and where to import files', async () => {
    const { page } = await visit('/dashboard/networks', { as: novice })
    await page.getByRole('heading', { name: 'Connect your networks' }).waitFor()
    await page.getByRole('button', { name: 'Connect a network' }).click()
    await page.getByRole('heading', { name: 'Connect a network' }).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Imports' }).click()
    await page.getByRole('heading', { name: 'No imports yet' }).waitFor()
    await expectText(page.locator('.state')).toContain('Drop a report above')
    await expectText(page.locator('main')).toContain('adtally import stats report.csv')
  })

  test('loading figures show a placeholder, and the toolbar does not move', async () => {
    const { page } = await visit('/dashboard', { as: null })
    const { open, opened } = gate()
    await page.route('**/api/report?*', async (route) => {
      await opened
      await route.continue()
    })
    await signInOn(page, studio.username, studio.password)
    const toolbar = page.getByRole('toolbar')
    await toolbar.waitFor()
    await expectCount(page.locator('.skeleton')).toBe(7)
    const boxes = async () => [await toolbar.boundingBox(), await boxOf(page, '.key-figures')]
    const waiting = await boxes()
    open()
    await expectText(revenue(page)).toBe(usualRevenue)
    await expectCount(page.locator('.skeleton')).toBe(0)
    const shown = await boxes()
    expect(shown[0]).toEqual(waiting[0])
    expect(Math.abs(shown[1]!.height - waiting[1]!.height)).toBeLessThan(4)
    expect(shown[1]).toEqual({ ...waiting[1], height: expect.any(Number) })
  })

  test('the previous days of freshness fade while others load', async () => {
    const { page } = await visit('/dashboard/networks')
    await settled(page)
    const { open, opened } = gate()
    await page.route('**/api/freshness?*', async (route) => {
      await opened
      await route.continue()
    })
    await page.getByRole('button', { name: /^Last 28 days/ }).click()
    await page.getByRole('button', { name: 'Last 7 days' }).click()
    await page.locator('.answer.old table.networks').waitFor()
    open()
    await settled(page)
    await expectCount(page.locator('[data-network=admob] [data-day]')).toBe(7)
  })

  test('the previous figures remain visible while new ones load', async () => {
    const { page } = await visit('/dashboard')
    await settled(page)
    const { open, opened } = gate()
    await page.route('**/api/report?*', async (route) => {
      await opened
      await route.continue()
    })
    await page.getByRole('group', { name: 'Break down by' }).getByText('Country').click()
    await page.locator('.answer.old[aria-busy=true]').first().waitFor()
    await expectText(page.locator('table.report thead th').first()).toBe('Network')
    await expectText(revenue(page)).toBe(usualRevenue)
    expect(await page.locator('.skeleton').count()).toBe(0)
    open()
    await expectText(page.locator('table.report thead th').first()).toBe('Country')
  })
})

describeDashboard('when something fails', ({ visit, site }) => {
  test('figures that remain while others load keep their comparison, after a failure too', async () => {
    const { page } = await visit('/dashboard?days=last_90')
    const words = page.locator('.comparison-words p').first()
    const said = await textOf(words)
    const days = page.getByRole('toolbar').getByRole('button').first()
    const chooseDays = async (name: string) => {
      await days.click()
      await page.getByRole('dialog', { name: 'Days' }).getByRole('button', { name }).click()
    }
    await page.route('**/dashboard/api/report?*', (route) => route.fulfill(failure))
    await chooseDays('Last 7 days')
    await page.getByRole('alert').first().waitFor()
    await page.unroute('**/dashboard/api/report?*')
    const { open, opened } = gate()
    await page.route('**/dashboard/api/report?*', async (route) => {
      await opened
      await route.continue()
    })
    await chooseDays('Yesterday')
    await page.locator('.answer.old').first().waitFor()
    await expectText(words).toBe(said)
    open()
    await settled(page)
    await expectText(words).not.toBe(said)
  })

  test.each([
    ['/dashboard', 'report?*', 'table.report'],
    ['/dashboard/apps/hop-ios', 'report?*', 'table.report'],
    ['/dashboard/networks', 'freshness?*', 'table.networks'],
    ['/dashboard/imports', 'imports', 'table'],
    ['/dashboard', 'account', 'table.report'],
  ])('%s shows the error (%s), and trying again works', async (path, asked, result) => {
    const { page } = await visit('/dashboard/nothing')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await page.route(`**/dashboard/api/${asked}`, (route) => route.fulfill(failure))
    await page.goto(site().url + path)
    const alert = page.getByRole('alert')
    await expectText(alert.locator('p').first()).toBe('The disk is full.')
    expect(await page.locator(result).count()).toBe(0)
    await page.unroute(`**/dashboard/api/${asked}`)
    await tryAgain(page)
    await page.locator(result).first().waitFor()
    await expectCount(alert).toBe(0)
  })

  test('an unreachable server shows one error, and one try is for all', async () => {
    const { page } = await visit('/dashboard/nothing')
    const figures = /\/dashboard\/api\/(report|comparison)\?/
    await page.route(figures, (route) => route.abort())
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    const words = 'The server does not answer. Check that it is running and that you are online.'
    await expectTexts(page.getByRole('alert').locator('p')).toEqual([words])
    await page.unroute(figures)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectText(revenue(page)).toBe(usualRevenue)
    await expectCount(page.locator('table.report')).toBe(1)
    await expectCount(page.locator('.comparison-words')).toBe(1)
    await expectCount(page.getByRole('alert')).toBe(0)
  })

  test('days are shown even when their freshness cannot be loaded', async () => {
    const { page } = await visit('/dashboard/nothing')
    await page.route('**/dashboard/api/freshness?*', (route) => route.fulfill(failure))
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await expectText(revenue(page)).toBe(usualRevenue)
  })

  test('events of another kind can be chosen when those of one fail', async () => {
    const { page } = await visit('/dashboard/audit')
    await page.locator('table.events').waitFor()
    await page.route('**/dashboard/api/audit?*', (route) => route.fulfill(failure))
    const kind = page.locator('main').getByRole('combobox')
    await kind.selectOption({ index: 1 })
    await page.getByRole('alert').waitFor()
    await kind.selectOption('All events')
    await page.locator('table.events').waitFor()
  })

  test('a failed sign-out shows an error on the page', async () => {
    const { page, errors } = await visit('/dashboard')
    await settled(page)
    await page.route('**/dashboard/api/sign-out', (route) => route.fulfill(failure))
    await signOutOn(page)
    await eventually(() => page.getByRole('alert').count()).toBe(1)
    expect(errors.filter((error) => !error.includes('500'))).toEqual([])
  })

  test('a key that cannot be replaced shows the error', async () => {
    const { page } = await visit('/dashboard/keys')
    await page.route('**/dashboard/api/keys/rotate', (route) => route.fulfill(failure))
    await page.getByRole('button', { name: 'Replace', exact: true }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Replace', exact: true }).click()
    await dialog.getByText('The disk is full.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Replace', exact: true }).count()).toBe(1)
  })
})
