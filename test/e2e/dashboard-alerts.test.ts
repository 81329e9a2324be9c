import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { listAlertRules } from '../../src/use-cases/alerts/list-alert-rules.ts'
import { importFigures } from '../../src/use-cases/import-figures.ts'
import { addColleague } from '../fixtures/dashboard-colleague.ts'
import { imports } from '../fixtures/dashboard-figures.ts'
import {
  describeDashboard,
  expectCount,
  expectPath,
  expectText,
  expectTexts,
  textOf,
} from '../fixtures/dashboard-page.ts'
import { novice, studio } from '../fixtures/dashboard-site.ts'
import { givenFile } from '../fixtures/given-file.ts'
import { toCsv } from '../fixtures/import-rows.ts'
import { barriersInEachLook } from './axe.ts'

const path = '/dashboard/alerts'
const failure = { status: 500, json: { code: 'internal_error', detail: 'The store is away.' } }
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const dialog = (page: Page) => page.getByRole('dialog')
const ruleRow = (page: Page, name: string) => page.locator(`tr[data-rule="${name}"]`)
const alertRow = (page: Page, kind: string) => page.locator(`tr[data-kind="${kind}"]`)

describeDashboard('alerts', ({ visit, site }) => {
  const ruleOf = async (name: string) => {
    const rules = await site().installation.call(listAlertRules, { username: studio.username })
    return rules.find((rule) => rule.name === name)
  }
  const look = () => site().installation.lookForAlerts(new AbortController().signal)

  beforeAll(async () => {
    const { installation } = site()
    await look()
    installation.pass(24 * 3_600)
    // Half of what AdMob reported before.
    const rows = imports
      .flat()
      .filter(({ date, network }) => date === '2026-03-05' && network === 'admob')
      .map((row) => ({ ...row, revenue: (Number(row.revenue) / 2).toFixed(2) }))
    await installation.call(
      importFigures,
      {},
      await givenFile(installation, 'halved.csv', toCsv(rows)),
    )
    installation.pass(3_600)
    await look()
  })

  test('are listed with what they are about, and acknowledged', async () => {
    const { page, errors } = await visit(path)
    const missing = alertRow(page, 'missing_report')
    await expectText(missing.locator('th')).toMatch(/^mintegral has not reported 2026-03-07/)
    const named = page.getByRole('region', { name: 'Open alerts' })
    await expectCount(named.locator('[data-alert]')).toBe(2)
    await missing.getByRole('button', { name: /^Acknowledge mintegral/ }).click()
    await expectText(missing).toContain(`Acknowledged by ${studio.username}`)
    await expectCount(missing.getByRole('button')).toBe(0)
    await alertRow(page, 'restated').getByRole('link', { name: 'Figures' }).click()
    await expectPath(page).toBe(
      '/dashboard?start_date=2026-03-05&end_date=2026-03-05&network=admob',
    )
    expect(errors).toEqual([])
  })

  test('a rule is tested on past days before it is added, then changed and removed', async () => {
    const { page, errors } = await visit(path)
    await button(page, 'Add a rule').click()
    await page.getByLabel('Name').fill('ecpm')
    await button(page, 'Add rule').click()
    await page.getByLabel('Name').and(page.locator(':invalid')).waitFor()
    await page.getByLabel('Name').fill('big restatements')
    await page.getByLabel('It tells that').selectOption({ label: 'Figures are restated' })
    expect(await page.getByLabel(/^Change in percent/).inputValue()).toBe('5')
    await button(page, 'Test on the last 30 days').click()
    const result = page.getByRole('region', { name: 'Result of the test' })
    await expectText(result).toMatch(/^It would have told 1 alert since/)
    await expectTexts(result.getByRole('listitem')).toEqual([
      expect.stringMatching(/^Mar 11, 2026: admob restated a day/),
    ])
    expect(await ruleOf('big restatements')).toBeUndefined()

    await page.getByLabel(/^Change in percent/).fill('60')
    await expectCount(result).toBe(0)
    await button(page, 'Test on the last 30 days').click()
    await expectText(result).toMatch(/^It would have told no alerts/)
    await button(page, /^Networks/).click()
    await page.getByRole('option', { name: 'AdMob' }).click()
    await page.keyboard.press('Escape')
    await button(page, 'Add rule').click()
    const row = ruleRow(page, 'big restatements')
    await expectText(row.locator('td').nth(1)).toBe('60 %, and 1 % of a usual day')
    await expectText(row.locator('td').nth(2)).toBe('only AdMob')

    await row.getByRole('checkbox', { name: 'big restatements is on' }).uncheck()
    await expect.poll(() => ruleOf('big restatements')).toMatchObject({ is_on: false, percent: 60 })
    await row.getByRole('button', { name: 'Change big restatements' }).click()
    await page.getByLabel(/^Change in percent/).fill('40')
    await button(page, 'Save').click()
    await expectCount(dialog(page)).toBe(0)
    expect(await ruleOf('big restatements')).toMatchObject({
      kind: 'restated',
      is_on: false,
      percent: 40,
      networks: ['admob'],
      apps: null,
    })
    await row.getByRole('button', { name: 'Remove big restatements' }).click()
    await button(page, 'Remove rule').click()
    await expectCount(row).toBe(0)
    expect(errors).toEqual([])
  })

  test('a goal for the month is set, and changed', async () => {
    const { page, errors } = await visit(path)
    await button(page, 'Add a rule').click()
    await page.getByLabel('Name').fill('plan')
    await page.getByLabel('It tells that').selectOption({ label: 'Month misses a goal' })
    await button(page, 'Test on the last 30 days').and(page.locator(':disabled')).waitFor()
    await page.getByLabel('Revenue of a month in USD').fill('250000.50')
    await button(page, 'Test on the last 30 days').click()
    const result = page.getByRole('region', { name: 'Result of the test' })
    await expectText(result).toMatch(/^It would have told no alerts/)
    await button(page, 'Add rule').click()
    const row = ruleRow(page, 'plan')
    await expectText(row.locator('td').nth(1)).toBe('250000.5 USD in a month')
    await expectText(row.locator('td').nth(2)).toBe('Everything')
    await row.getByRole('button', { name: 'Change plan' }).click()
    expect(await page.getByLabel('Revenue of a month in USD').inputValue()).toBe('250000.5')
    await page.getByLabel('Revenue of a month in USD').fill('300000')
    await button(page, 'Save').click()
    await expectText(row.locator('td').nth(1)).toBe('300000 USD in a month')
    await row.getByRole('checkbox', { name: 'plan is on' }).uncheck()
    await expect.poll(() => ruleOf('plan')).toMatchObject({ is_on: false, goal: '300000' })
    expect(errors).toEqual([])
  })

  test('a default rule has no reset until it was changed, and is as before after it', async () => {
    const { page } = await visit(path)
    const row = ruleRow(page, 'ecpm')
    await row.getByRole('button', { name: 'Change ecpm' }).click()
    await page.getByLabel('Each network').uncheck()
    await button(page, 'Save').and(page.locator(':disabled')).waitFor()
    await page.getByLabel('Each country').check()
    await button(page, 'Save').click()
    await expectText(row.locator('td').nth(2)).toBe('Each country')
    await row.getByRole('button', { name: 'Reset ecpm' }).click()
    await button(page, 'Reset rule').click()
    await expectText(row.locator('td').nth(2)).toBe('Each network')
    await expectCount(row.getByRole('button', { name: /Reset|Remove/ })).toBe(0)
  })

  test('a viewer reads alerts, and has no rules', async () => {
    const viewer = await addColleague(site(), 'viewer@studio.example', 'viewer')
    const { page } = await visit(path, { as: viewer })
    await alertRow(page, 'restated').waitFor()
    await expectCount(button(page, /Acknowledge|Add a rule/)).toBe(0)
    await expectCount(page.getByRole('heading', { name: 'Rules' })).toBe(0)
  })

  test('an account without alerts is told what is looked for; failures are told', async () => {
    const { page } = await visit(path, { as: novice })
    await expectText(page.locator('main .state').first()).toMatch(/^No alerts.*looks every hour/)
    await page.route('**/dashboard/api/alerts', (route) => route.fulfill(failure))
    await page.reload()
    await expectText(page.getByRole('alert')).toContain('The store is away.')
    await expectCount(ruleRow(page, 'ecpm')).toBe(1)
  })

  test('have no barriers, in every look and in the dialog', async () => {
    const { page } = await visit(path, { bypassCSP: true })
    await alertRow(page, 'restated').waitFor()
    await ruleRow(page, 'ecpm').waitFor()
    expect(await barriersInEachLook(page)).toEqual([])
    await button(page, 'Add a rule').click()
    await page.getByLabel('It tells that').waitFor()
    expect(await barriersInEachLook(page)).toEqual([])
    expect(await textOf(dialog(page).getByRole('heading'))).toBe('Add a rule')
  })
})
