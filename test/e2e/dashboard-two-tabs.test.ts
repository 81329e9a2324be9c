import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { importApps } from '../../src/use-cases/import-apps.ts'
import { importFigures } from '../../src/use-cases/import-figures.ts'
import { setPassword } from '../../src/use-cases/set-password.ts'
import {
  describeDashboard,
  expectCount,
  expectText,
  openSetting,
  settled,
  signInOn,
  signOutOn,
  textsOf,
} from '../fixtures/dashboard-page.ts'
import { shownMetric } from '../fixtures/dashboard-shown.ts'
import { studio } from '../fixtures/dashboard-site.ts'
import { linesIn, sumOf, usualDays } from '../fixtures/dashboard-sums.ts'
import { givenFile } from '../fixtures/given-file.ts'
import { toCsv } from '../fixtures/import-rows.ts'

/** Another account of the same reader, in another currency. */
const label = { username: 'label', password: 'the label signs at noon', currency: 'EUR' } as const
const revenueOfLabel = '€1,234.50'
const revenueOfStudio = shownMetric('revenue', sumOf(linesIn(usualDays)))

const revenue = (page: Page) => page.locator('[data-metric=revenue] .key-figure')
const who = (page: Page) => page.locator('.who')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'in another tab' })

describeDashboard('a tab while another tab signs in to another account', ({ visit, site }) => {
  beforeAll(async () => {
    const { installation } = site()
    const { call } = installation
    const { username, password, currency } = label
    await call(createAccount, { username, currency })
    await call(setPassword, { username, password })
    const app = { app_id: 'song', publisher: username, app_name: 'Song', platform: 'ios' }
    const row = { date: '2026-03-05', app_id: 'song', network: 'ownnet', format: 'banner' }
    const figures = { ...row, country: 'FR', impressions: 1_000, revenue: '1234.5' }
    await call(importApps, {}, await givenFile(installation, 'label-apps.csv', toCsv([app])))
    const file = await givenFile(installation, 'label-figures.csv', toCsv([figures]))
    await call(importFigures, {}, file)
  })

  /** Opens a page as the studio; then another tab of the same browser signs in as the label. */
  async function switchElsewhere(path: string, isReady: (page: Page) => Promise<unknown>) {
    const { page } = await visit(path)
    await isReady(page)
    const other = await page.context().newPage()
    await other.goto(`${site().url}/dashboard`)
    await signOutOn(other)
    await signInOn(other, label.username, label.password)
    await expectText(who(other)).toBe(label.username)
    return page
  }

  async function expectLabel(page: Page) {
    await expectText(who(page)).toBe(label.username)
    await expectText(notice(page)).toContain('Signed in as label in another tab.')
  }

  test('never shows the figures of one account under the name of the other', async () => {
    const page = await switchElsewhere('/dashboard?network=ownnet,admob', settled)
    // Everything that the page shows at any time belongs together.
    await page.evaluate(`
      shown = new Set()
      const look = () => {
        const texts = ['.who', '[data-metric=revenue] .key-figure'].map(
          (part) => document.querySelector(part)?.textContent,
        )
        if (texts[1]) shown.add(texts.join(' '))
      }
      look()
      new MutationObserver(look).observe(document, {
        subtree: true, childList: true, characterData: true,
      })
    `)
    await page.getByRole('group', { name: 'Break down by' }).getByText('Country').click()
    await expectLabel(page)
    await expectText(revenue(page)).toBe(revenueOfLabel)
    await expectText(page.locator('table.report thead th').first()).toBe('Country')
    expect(await textsOf(page.locator('table.report tbody th'))).toEqual(['France'])
    const own = sumOf(linesIn(usualDays, { network: ['ownnet', 'admob'] }))
    expect(await page.evaluate('[...shown]')).toEqual([
      `studio ${shownMetric('revenue', own)}`,
      `label ${revenueOfLabel}`,
    ])
    await openSetting(page, 'Account')
    const card = page.getByRole('region', { name: label.username })
    await expectText(card.locator('.note')).toBe('Currency EUR, 1 app.')
    await button(page, 'OK').click()
    await expectCount(notice(page)).toBe(0)
  })

  test.each([
    ['Data', '/dashboard/imports', 'table.networks tbody th', ['Own networksettled after 7 days']],
    [
      'Imports',
      '/dashboard/networks',
      'table.ledger tbody td:nth-child(2) small:last-child',
      ['label-figures.csv'],
    ],
  ])('shows %s of the new account (from %s)', async (name, path, part, texts) => {
    const page = await switchElsewhere(path, (one) => one.locator('table').first().waitFor())
    await page.getByRole('link', { name }).click()
    await expectLabel(page)
    await page.locator(part).first().waitFor()
    expect(await textsOf(page.locator(part))).toEqual(texts)
  })

  test('does not replace the key of an account that it does not show', async () => {
    const keysOf = () => Promise.all([studio, label].map(({ username }) => site().keyOf(username)))
    const keys = await keysOf()
    const page = await switchElsewhere('/dashboard/keys', (one) =>
      button(one, 'Replace').first().waitFor(),
    )
    await button(page, 'Replace').first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Replace', exact: true }).click()
    await expectLabel(page)
    expect(await keysOf()).toEqual(keys)
    for (const one of keys) expect(await page.content()).not.toContain(one)
  })

  test('shows the error when the new account cannot be loaded, and does not retry by itself', async () => {
    const page = await switchElsewhere('/dashboard', settled)
    await page.route('**/dashboard/api/account', (route) => route.abort())
    await page.getByRole('link', { name: 'Data', exact: true }).click()
    await expectText(page.getByRole('alert').locator('p')).toContain('signed in as label')
    await expectText(who(page)).toBe(studio.username)
    await page.unroute('**/dashboard/api/account')
    await button(page, 'Try again').click()
    await expectLabel(page)
  })

  test('its own sign-in needs no notice', async () => {
    const { page } = await visit('/dashboard')
    await expectText(revenue(page)).toBe(revenueOfStudio)
    await signOutOn(page)
    await signInOn(page, label.username, label.password)
    await expectText(revenue(page)).toBe(revenueOfLabel)
    expect(await notice(page).count()).toBe(0)
  })
})
