import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createLink } from '../../src/use-cases/create-link.ts'
import { addColleague } from '../fixtures/dashboard-colleague.ts'
import {
  describeDashboard,
  eventually,
  expectCount,
  expectText,
  expectTexts,
  textOf,
  textsOf,
} from '../fixtures/dashboard-page.ts'
import { studio } from '../fixtures/dashboard-site.ts'

const table = (page: Page) => page.locator('table.report')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const view = '/dashboard/explore?days=last_7&rows=network,app_id&metrics=revenue,ecpm&country=US,DE'

describeDashboard('a shared view', ({ visit, open, site }) => {
  /** Shares the view on a page. @returns its address */
  async function share(page: Page, name: string, choose = async () => {}): Promise<string> {
    await button(page, 'Share').click()
    await page.getByLabel('Name').fill(name)
    await choose()
    await button(page, 'Create the link').click()
    const url = await textOf(page.getByTestId('shared-url'))
    await button(page, 'Done').click()
    await expectCount(page.getByRole('dialog')).toBe(0)
    return url
  }

  test('shows the same figures without a sign-in, until it is revoked', async () => {
    const { page } = await visit(view)
    await table(page).waitFor()
    const url = await share(page, 'The board')
    expect(url).toMatch(new RegExp(`^${site().url}/dashboard/shared/[\\w-]{43}$`))
    expect(await page.content()).not.toContain(url.split('/').at(-1))
    const figures = 'tbody tr[data-index] td.number'
    const own = await textsOf(table(page).locator(figures))

    const guest = await open(url)
    await expectTexts(table(guest.page).locator(figures)).toEqual(own)
    await expectTexts(table(guest.page).locator('thead th')).toEqual([
      ...['Network', 'App name', 'Platform', 'Revenue', 'eCPM'],
    ])
    // Networks have not reported the last days, or may still change them.
    await expectText(guest.page.locator('main')).toMatch(
      /Not reported: \d+ days of networks\. May still change: .+ of networks\./,
    )
    await expectCount(guest.page.locator('figure b')).toBe(
      await table(guest.page).locator('tbody tr[data-index]').count(),
    )
    await expectTexts(guest.page.locator('.shared-filters li')).toEqual([
      'Country: Germany, United States',
    ])
    expect(guest.errors).toEqual([])
    expect(await textsOf(guest.page.locator('button'))).toEqual(['Copy'])
    const token = url.split('/').at(-1)!
    expect(await guest.page.title()).toBe('The board · Adtally')
    await expectText(guest.page.locator('main')).toContain(`Shared figures of ${studio.username}`)
    expect(guest.headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    })
    const asked = guest.requests.filter((one) => one.includes(token))
    expect(asked.map((one) => new URL(one).pathname)).toEqual([
      ...[`/dashboard/shared/${token}`, `/shared/reports/${token}`],
    ])

    const figuresUrl = url.replace('/dashboard/shared/', '/shared/reports/')
    await guest.page.goto(figuresUrl)
    expect(guest.page.url()).toBe(url)
    await table(guest.page).waitFor()

    await page.goto(`${site().url}/dashboard/links`)
    const line = page.locator('tr[data-link="The board"]')
    await expectText(line.locator('td').first()).toBe(
      'Revenue, eCPM by network, app, app name, platform · Last 7 days · Country: US, DE',
    )
    await expectText(line.locator('td').nth(2)).toContain('Apr 9, 2026')
    expect(await page.content()).not.toContain(token)
    await line.getByRole('button', { name: 'Revoke' }).click()
    await button(page, 'Revoke link').click()
    await expectCount(line).toBe(0)
    await guest.page.reload()
    await expectText(guest.page.getByRole('alert').locator('h2')).toBe(
      'There is nothing at this address',
    )
    await expectCount(table(guest.page)).toBe(0)
  })

  test('of the last days moves on with the day, and says so', async () => {
    const { page } = await visit('/dashboard/explore?rows=country&metrics=revenue')
    await table(page).waitFor()
    await share(page, 'Always the latest', async () => {
      await page.getByLabel('Last 28 days, when it is opened').check()
      await page.getByLabel('Expires').selectOption('Never')
    })
    await page.goto(`${site().url}/dashboard/links`)
    const cells = page.locator('tr[data-link="Always the latest"] td')
    await expectText(cells.first()).toBe('Revenue by country · Last 28 days')
    await expectText(cells.nth(2)).toBe('Never')
  })

  test('cannot be widened, and opens nothing else', async () => {
    const { page } = await visit(view)
    await table(page).waitFor()
    const url = await share(page, 'Only these')
    const token = url.split('/').at(-1)!
    const wider = await fetch(`${site().url}/shared/reports/${token}?country=FR`)
    expect(wider.status).toBe(400)
    const guest = await open(`${url}?country=FR&days=last_365`)
    const rows = await textsOf(table(page).locator('tbody tr[data-index]'))
    await expectCount(table(guest.page).locator('tbody tr[data-index]')).toBe(rows.length)
    for (const path of ['/dashboard/api/report', '/dashboard/api/account']) {
      const answer = await guest.page.request.get(site().url + path)
      expect(answer.status()).toBe(401)
    }
    await guest.page.goto(`${site().url}/dashboard`)
    await expectText(guest.page.locator('h1')).toBe('Sign in')
  })

  test('of a link that a command made is a page, if it is a table', async () => {
    const { call } = site().installation
    const asked = { username: studio.username, days: 'last_7' as const }
    const report = { dimensions: ['month'], metrics: ['clicks', 'requests'] }
    const { path } = await call(createLink, { ...asked, name: 'made', report })
    const { page } = await open(site().url + path.replace('/shared/reports/', '/dashboard/shared/'))
    await expectTexts(table(page).locator('tbody td').last()).toEqual(['–'])
    const limited = { dimensions: ['network'], metrics: ['revenue'], limit: ['2'] }
    const first = await call(createLink, { ...asked, name: 'few', report: limited })
    await page.goto(site().url + first.path.replace('/shared/reports/', '/dashboard/shared/'))
    await page.getByText('The first 2 rows. There are more, and the totals include them.').waitFor()
    const csv = await call(createLink, { ...asked, name: 'csv', format: 'csv' })
    await page.goto(site().url + csv.path.replace('/shared/reports/', '/dashboard/shared/'))
    await expectText(page.getByRole('alert')).toContain('This link is not a table of figures.')
  })

  test('is made by those who may manage the account', async () => {
    const viewer = await addColleague(site(), 'viewer@studio.example', 'viewer')
    const { page } = await visit(view, { as: viewer })
    await table(page).waitFor()
    await expectCount(button(page, 'Share')).toBe(0)
  })

  test('that is refused says why, and the form stays', async () => {
    const { page } = await visit(view)
    await table(page).waitFor()
    await share(page, 'Twice')
    await button(page, 'Share').click()
    await page.getByLabel('Name').fill('Twice')
    await button(page, 'Create the link').click()
    await expectText(page.getByRole('alert')).toMatch(/already has a (report )?link named "Twice"/)
    await eventually(() => page.getByLabel('Name').inputValue()).toBe('Twice')
  })
})
