import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { connectors } from '../../src/sources/all-connectors.ts'
import { parseDay } from '../../src/values/day.ts'
import { openConnectedSite } from '../fixtures/connected-site.ts'
import {
  expectCount,
  expectPath,
  expectText,
  expectTexts,
  fillDay,
  signInOn,
} from '../fixtures/dashboard-page.ts'
import { studioPassword } from '../fixtures/pulled-dashboard.ts'
import { shareSite } from '../fixtures/share-site.ts'
import { describeInBrowser } from './browser.ts'
import { lookAt } from './look-at.ts'

const longMs = 60_000

describeInBrowser('connections', (open) => {
  const site = shareSite(openConnectedSite)

  const visit = async (path: string) => {
    const opened = await open(site.url + path, { timezoneId: 'UTC', bypassCSP: true })
    opened.page.setDefaultTimeout(longMs)
    await signInOn(opened.page, 'studio', studioPassword)
    await opened.page.locator('h1').waitFor()
    return opened
  }
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

  /** Before the sign-in, there is no session; refusals are part of the tests. */
  const unexpected = (errors: readonly string[]) =>
    errors.filter((error) => !/status of (401|422)/.test(error))

  /** Fills in the fields that have no default, but for `leaveOut`. */
  const fill = async (page: Page, name: string, leaveOut: readonly string[] = []) => {
    const { fields } = connectors.get(name)!
    const given = site.pulled.fake.networks.get(name)!.given as Readonly<Record<string, string>>
    for (const [field, { title, choices, default: usual }] of Object.entries(fields)) {
      const value = given[field]
      if (value === undefined || leaveOut.includes(field)) continue
      if (choices || usual !== undefined) continue
      await page.getByLabel(title, { exact: true }).fill(value)
    }
  }

  /** Looks at the page on a phone and on a screen. */
  const look = (page: Page, name: string) => lookAt(page, name, [375, 1_280])

  test('an owner connects a network after a test, and sees its days', async () => {
    const { page, errors } = await visit('/dashboard/networks')
    await page.getByRole('heading', { name: 'Connect your networks' }).waitFor()
    await look(page, 'empty')
    await button(page, 'Connect a network').click()
    await page.getByLabel('Network', { exact: true }).selectOption('mintegral')
    await page.getByText('Account > API Tools > Reporting API').first().waitFor()
    await look(page, 'form')

    // With the keyboard alone.
    await page.getByLabel('Skey', { exact: true }).fill('wrong')
    await page.getByLabel('Secret', { exact: true }).fill('wrong')
    await fillDay(page, 'Fetch days since', '2026-03-01')
    await page.getByLabel('Secret', { exact: true }).press('Enter')
    await expectText(page.getByRole('alert')).toMatch(/^Mintegral gave no figures/)
    await fill(page, 'mintegral')
    await expectCount(page.getByRole('alert')).toBe(0)
    await button(page, 'Test').press('Enter')
    await page.getByText('Mintegral answers.').waitFor()
    await look(page, 'tested')
    await button(page, 'Connect').press('Enter')

    await expectPath(page).toBe('/dashboard/connections/of/mintegral')
    await expectText(page.locator('h1')).toBe('Mintegral')
    await expectCount(page.locator('.weeks .day-done')).toBe(9)
    await look(page, 'days')
    await page.getByText('Table', { exact: true }).click()
    await expectCount(page.locator('.pulled-days tbody tr')).toBe(9)
    expect(await page.content()).not.toContain(
      (site.pulled.fake.networks.get('mintegral')!.given as Record<string, string>).secret,
    )
    await page.getByRole('link', { name: 'All networks' }).click()
    await expectText(page.locator('[data-connection=mintegral] td').first()).toBe('Up to date')
    await look(page, 'list')
    expect(unexpected(errors)).toEqual([])
  })

  test('what it fetched on a day is one line of the imports, which opens, and can be undone', async () => {
    const { page } = await visit('/dashboard/imports')
    const line = page.locator('[data-folded]')
    await expectText(line.getByRole('button')).toBe('9 fetched reports')
    await expectCount(page.locator('[data-import]')).toBe(0)
    await look(page, 'imports-folded')
    await line.getByRole('button').press('Enter')
    const inner = page.locator('[data-import][data-inner]')
    await expectCount(inner).toBe(9)
    await inner.first().getByText('Fetched by mintegral').waitFor()
    await look(page, 'imports-open')
    await inner
      .first()
      .getByRole('button', { name: /^Undo import/ })
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click()
    await line.getByText('1 undone').waitFor()
    await expectText(page.locator('[data-import]').first()).toMatch(/Undo \d+ · of import \d+/)
  })

  test('a day that vanished is imported once someone says so', async () => {
    site.pulled.fake.truth.vanish('mintegral', parseDay('2026-03-08')!)
    const { page } = await visit('/dashboard/connections/of/mintegral')
    await button(page, 'Fetch days').click()
    await fillDay(page, 'First day', '2026-03-08')
    await fillDay(page, 'Last day', '2026-03-08')
    await button(page, 'Fetch').click()
    const held = page.locator('[data-day="2026-03-08"]')
    await held.getByText('The report has no rows any more').waitFor()
    await expectText(page.locator('.facts')).toContain('1 held, 8 imported')
    await look(page, 'held')
    await page.getByRole('button', { name: 'Import the report of Mar 8, 2026' }).click()
    await page.locator('td[data-day="2026-03-08"] .day-empty').waitFor()
    await expectCount(page.getByRole('heading', { name: 'Needs a look' })).toBe(0)
  })

  test('credentials that the network refuses stop it, until others are given', async () => {
    const { page } = await visit('/dashboard/connections/of/mintegral')
    await button(page, 'Change credentials').click()
    await page.getByLabel('Secret', { exact: true }).fill('no longer good')
    await button(page, 'Save').click()
    await page.getByText('Credentials refused').waitFor()
    await page.getByText('Days can be fetched once they are changed.').waitFor()
    await expectCount(button(page, 'Fetch days')).toBe(0)
    await page
      .getByText(/^Mintegral gave no figures/)
      .first()
      .waitFor()
    await look(page, 'refused')
    await button(page, 'Change credentials').click()
    await look(page, 'change')
    await fill(page, 'mintegral')
    await button(page, 'Save').click()
    await page.getByText('Active', { exact: true }).waitFor()
    await button(page, 'Pause').click()
    await page.getByText('Paused', { exact: true }).waitFor()
    await page.getByText('Paused: press Resume to fetch days.').waitFor()
    await expectCount(button(page, 'Fetch days')).toBe(0)
    await button(page, 'Resume').click()
    await page.getByText('Active', { exact: true }).waitFor()
  })

  test('an owner changes its schedule and how it is booked', async () => {
    const { page, errors } = await visit('/dashboard/connections/of/mintegral')
    const facts = page.locator('.facts')
    const shown = async () => ({
      hours: await page.getByLabel('Hours until a day is fetched').inputValue(),
      sweep: await page.getByLabel('Days fetched again every week').inputValue(),
      weekday: await page.getByLabel('Weekday of the weekly sweep').inputValue(),
      revenue: await page.getByLabel('Its revenue').inputValue(),
    })
    await button(page, 'Change settings').press('Enter')
    expect(await shown()).toEqual({ hours: '', sweep: '', weekday: 'any', revenue: 'auto' })
    await look(page, 'settings')
    await page.getByLabel('Hours until a day is fetched').fill('10')
    await page.getByLabel('Days fetched again every week').fill('5')
    await page.getByLabel('Weekday of the weekly sweep').selectOption('Sunday')
    await page.getByLabel('Its revenue').selectOption('report')
    await button(page, 'Save').press('Enter')
    await expectText(page.getByRole('alert')).toMatch(/^The last 7 days are fetched every day, so/)
    await page.getByLabel('Days fetched again every week').fill('60')
    await page.getByLabel('Days fetched again every week').press('Enter')
    await facts.getByText('the last 7 days every day, the last 60 days every Sunday').waitFor()
    await facts.getByText('10 hours after the end of a day').waitFor()
    await facts.getByText('never counts: it is a report to compare with').waitFor()

    await button(page, 'Change settings').click()
    const changed = { hours: '10', sweep: '60', weekday: 'sunday', revenue: 'report' }
    expect(await shown()).toEqual(changed)
    await page.getByLabel('Hours until a day is fetched').fill('')
    await button(page, 'Save').click()
    await facts.getByText('8 hours after the end of a day').waitFor()
    expect(unexpected(errors)).toEqual([])
  })

  test('a connection that fails shows why, and when it is tried again', async () => {
    const { page } = await visit('/dashboard/connections/of/mintegral')
    site.pulled.fake.script('mintegral', Array(1_000).fill('server-error'))
    await button(page, 'Fetch days').click()
    await button(page, 'Fetch').click()
    await page.getByText('Failing', { exact: true }).waitFor()
    await page.getByText('Next try', { exact: true }).waitFor()
    await look(page, 'failing')
    await page.getByRole('link', { name: 'All networks' }).click()
    await page.locator('[data-connection=mintegral]').getByText('after 1 failed try').waitFor()
    await expectText(page.locator('table.networks tbody tr').first()).toContain('Failing')
    await look(page, 'failing-list')
    await page.getByRole('link', { name: 'Mintegral' }).click()
    site.pulled.fake.script('mintegral', [])
    await button(page, 'Fetch days').click()
    await button(page, 'Fetch').click()
    await page.getByText('Active', { exact: true }).waitFor()
  })

  test('the owner of an AdMob account consents at Google, and comes back to figures', async () => {
    const { page, errors } = await visit('/dashboard/networks')
    await page.route('https://accounts.google.com/**', async (route) => {
      const asked = new URL(route.request().url()).searchParams
      const back = new URL(asked.get('redirect_uri')!)
      expect(back.href).toBe(`${site.url}/dashboard/connections/consent`)
      back.searchParams.set('state', asked.get('state')!)
      back.searchParams.set('code', 'the-code-of-this-consent')
      await route.fulfill({
        status: 200,
        contentType: 'text/html',
        body: `<a href="${back.href.replaceAll('&', '&amp;')}">Allow</a>`,
      })
    })
    await button(page, 'Connect a network').click()
    await page.getByLabel('Network', { exact: true }).selectOption('admob')
    await fill(page, 'admob', ['refreshToken'])
    await fillDay(page, 'Fetch days since', '2026-03-07')
    await look(page, 'admob')
    await button(page, 'Connect and consent').click()
    await page.getByRole('link', { name: 'Allow' }).click()
    await page.getByText('The consent is stored').waitFor()
    await page.getByText('AdMob network report answers.').waitFor()
    await expectPath(page).toBe('/dashboard/connections/consent')
    await look(page, 'consented')
    await page.getByRole('link', { name: 'See its days' }).click()
    await expectCount(page.locator('.weeks .day-done')).toBe(2)
    // Settings have the titles of the form, and no names of the program.
    const facts = page.locator('.facts')
    const { clientId } = connectors.get('admob')!.fields
    await facts.getByText(clientId!.title, { exact: true }).waitFor()
    expect(await facts.getByText('clientId', { exact: true }).count()).toBe(0)
    await page.getByText(/^Beta: Written from the documents/).waitFor()
    // A finished consent cannot be finished again.
    await page.goto(`${site.url}/dashboard/connections/consent?state=a&code=b`)
    await expectText(page.getByRole('alert')).toMatch(/^This browser began no consent/)
    await look(page, 'no-consent')
    expect(unexpected(errors)).toEqual([])
  })

  test('a connection is removed, and its figures stay', async () => {
    const { page } = await visit('/dashboard/connections/of/admob')
    await button(page, 'Remove').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await expectPath(page).toBe('/dashboard/networks')
    await expectCount(page.locator('[data-connection=admob]')).toBe(0)
    await expectTexts(page.locator('[data-connection] th a')).toEqual(['Mintegral'])
  })

  test('details of a mediation are fetched while its owner wants them', async () => {
    const { page, errors } = await visit('/dashboard/networks')
    const details = page.getByLabel('Fetch details too', { exact: true })
    const facts = page.locator('.facts')
    await button(page, 'Connect a network').click()
    await page.getByLabel('Network', { exact: true }).selectOption('mintegral')
    await page.getByLabel('Skey', { exact: true }).waitFor()
    await expectCount(details).toBe(0)
    await page.getByLabel('Network', { exact: true }).selectOption('applovin-max')
    await fill(page, 'applovin-max')
    await fillDay(page, 'Fetch days since', '2026-03-09')
    expect(await details.isChecked()).toBe(true)
    await details.uncheck()
    await look(page, 'details')
    await button(page, 'Test').click()
    await button(page, 'Connect').click()
    await facts.getByText('not fetched', { exact: true }).waitFor()
    await button(page, 'Change settings').click()
    expect(await details.isChecked()).toBe(false)
    await details.press('Space')
    await button(page, 'Save').click()
    await facts.getByText('fetched too', { exact: true }).waitFor()
    expect(unexpected(errors)).toEqual([])
  })
})
