import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { inviteUser } from '../../src/use-cases/invite-user.ts'
import { addColleague } from '../fixtures/dashboard-colleague.ts'
import {
  describeDashboard,
  expectCount,
  expectText,
  expectTexts,
  linksOf,
  openSetting,
  textsOf,
} from '../fixtures/dashboard-page.ts'
import { shown } from '../fixtures/dashboard-shown.ts'
import { studio } from '../fixtures/dashboard-site.ts'
import { linesIn, sumOf } from '../fixtures/dashboard-sums.ts'
import { button, dialog, openMoneyPage as open, press } from '../fixtures/money-page.ts'
import { lookAt } from './look-at.ts'

const february = { from: '2026-02-01', to: '2026-02-28' }
const reported = sumOf(linesIn(february, { network: ['applovin'] })).micros
const inDollars = (micros: bigint | number) => shown('revenue', `${Number(micros) / 1e6}`)

const statement = `network,period,kind,amount,currency,date,reference,reason
applovin,2026-02,earnings,40000.00,USD,2026-03-03,INV-2,
applovin,2026-02,adjustment,-150.25,USD,2026-03-05,INV-2,invalid traffic
,,payment,30000.00,USD,2026-03-09,WIRE 77,
`

async function find(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('searchbox', { name: 'Find' }).fill(text)
}
/** A figure of a network's month. */
const figure = (page: Page, title: string) =>
  page.locator('[data-settled="2026-02 applovin"]').locator(`[data-title="${title}"]`)

describeDashboard('money', ({ visit, site }) => {
  let viewer: { readonly username: string }
  let bookkeeper: { readonly username: string }
  beforeAll(async () => {
    viewer = await addColleague(site(), 'viewer@studio.example', 'viewer')
    bookkeeper = await addColleague(site(), 'books@studio.example', 'finance')
  })

  test('terms are set, a statement is imported and assigned, and its month closed and opened again', async () => {
    const { page, errors } = await visit('/dashboard/money/terms', { bypassCSP: true })
    await press(page, 'Set terms')
    await dialog(page).getByLabel('Network').selectOption('applovin')
    await dialog(page).getByLabel('From the month on').fill('2026-01')
    await dialog(page).getByLabel('Net days').fill('15')
    await dialog(page).getByLabel('Smallest payment').fill('100')
    await lookAt(page, 'money-set-terms')
    await button(dialog(page), 'Set terms').press('Enter')
    const terms = page.locator('[data-terms=applovin]')
    await expectText(terms).toContain('AppLovinJan 202615USD 100.00––All')
    await expectText(page.locator('[data-terms=admob]')).toContain('Usual terms')
    await lookAt(page, 'money-terms')

    await open(page, 'Statements')
    await press(page, 'Import a statement')
    await dialog(page).getByLabel('Or its text').fill(statement)
    await button(dialog(page), 'Preview').press('Enter')
    await expectText(dialog(page).getByRole('status')).toContain(
      'Nothing is imported yet. 3 lines, 1 to assign, 0 skipped.',
    )
    await lookAt(page, 'money-import')
    await button(dialog(page), 'Import').press('Enter')
    await expectText(page.locator('[data-statement=S1]')).toMatch(
      /S1 pasted\.csvstatements.*310Undo$/,
    )
    await lookAt(page, 'money-statements')

    await open(page, 'Money')
    const waiting = page.getByRole('region', { name: 'Lines to assign' }).locator('[data-line]')
    await expectText(waiting).toContain('PaymentUSD 30,000.00WaitsWIRE 77S1 pasted.csv')
    await waiting.getByRole('button', { name: /^Assign/ }).press('Enter')
    await dialog(page).getByLabel('Network').selectOption('applovin')
    await dialog(page).getByLabel('Month').fill('2026-02')
    await dialog(page).getByLabel('Amount in USD').fill('29999')
    await expectText(dialog(page).getByRole('status')).toBe('Left to assign: USD 1.00')
    expect(await button(dialog(page), 'Assign').isDisabled()).toBe(true)
    await lookAt(page, 'money-assign')
    await dialog(page).getByLabel('Amount in USD').fill('30000')
    await button(dialog(page), 'Assign').press('Enter')
    await expectCount(waiting).toBe(0)
    // Net 15 after February.
    await expectText(page.locator('[data-week="2026-03-09"]')).toContain(
      'AppLovin, Mar 15, 2026Feb 2026 billed$9,849.75',
    )
    await expectText(page.getByText('Nothing is late.')).toBe('Nothing is late.')
    await lookAt(page, 'money')

    await open(page, 'Months')
    await press(page, 'Close a month')
    await dialog(page).getByLabel('The first month to close').selectOption('2026-02')
    const status = dialog(page).getByRole('status')
    await expectText(status).toContain(`AppLovin: ${inDollars(reported)}`)
    await expectText(status).toContain('missing')
    const close = button(dialog(page), 'Close the month')
    await close.press('Enter')
    await expectCount(dialog(page)).toBe(1)
    await dialog(page)
      .getByLabel(/^Close without/)
      .check()
    await lookAt(page, 'money-close')
    await close.press('Enter')
    const month = page.locator('[data-month="2026-02"]')
    await expectText(month).toContain('Closed')
    for (const [title, text] of [
      ['Reported', inDollars(reported)],
      ['Restated', '$0.00'],
      ['Billed', '$40,000.00'],
      [
        'Unexplained',
        `${reported > 40_000_000_000n ? '+' : ''}${inDollars(reported - 40_000_000_000n)}`,
      ],
      ['Deducted', '$150.25'],
      ['Fees', '$0.00'],
      ['Exchange', '$0.00'],
      ['Paid', '$30,000.00'],
      ['Open', '$9,849.75'],
    ] as const) {
      await expectText(figure(page, title)).toBe(text)
    }
    await lookAt(page, 'money-months')

    await figure(page, 'Deducted').getByRole('link').press('Enter')
    const made = page.getByRole('region', { name: 'AppLovin, Feb 2026' })
    await expectTexts(made.locator('[data-line] td:nth-child(2)')).toEqual([
      'Adjustment: invalid traffic',
    ])
    await made.locator('[data-part=paid]').getByRole('link').press('Enter')
    await expectText(made.locator('[data-line]')).toContain(
      'PaymentUSD 30,000.00AppLovin, Feb 2026',
    )
    await lookAt(page, 'money-month')
    await made.getByRole('link', { name: 'All months' }).press('Enter')

    await month.getByRole('button', { name: /^Open again/ }).press('Enter')
    await button(page.getByRole('alertdialog'), 'Open again').press('Enter')
    await expectText(month).not.toContain('Closed')
    await openSetting(page, 'Audit')
    await expectTexts(
      page.locator('tr:is([data-action^=month_], [data-action^=line_]) td:nth-child(3)'),
    ).toEqual([
      'Opened 2026-02 again',
      expect.stringMatching(/^Closed 2026-02 as of import 2: [\d.]+ reported, \d+ days missing$/),
      'Assigned line 3 to applovin 2026-02 30000',
    ])
    expect(errors).toEqual([])
  })

  test('an imported file is not imported twice, and is undone', async () => {
    const { page } = await visit('/dashboard/money/statements', { as: bookkeeper })
    const added = page.locator('[data-statement]', { hasText: 'vungle.csv' })
    const buffer = Buffer.from(
      'network,period,kind,amount,currency,date,reference\nvungle,2026-01,earnings,5,USD,2026-02-01,A\n',
    )
    const choose = async () => {
      await press(page, 'Import a statement')
      const file = { name: 'vungle.csv', mimeType: 'text/csv', buffer }
      await dialog(page).getByLabel('File').setInputFiles(file)
      await button(dialog(page), 'Preview').click()
    }
    await choose()
    await button(dialog(page), 'Import').click()
    await expectCount(dialog(page)).toBe(0)
    await choose()
    await expectText(dialog(page).getByRole('status')).toMatch(
      /^Statement S\d already has this file\.$/,
    )
    await button(dialog(page), 'Cancel').click()
    await expectCount(added).toBe(1)
    await added.getByRole('button', { name: /^Undo/ }).click()
    await button(page.getByRole('alertdialog'), 'Undo').click()
    await expectText(added).toContain('Undone')
  })

  test('the files of a bank are read as they were saved', async () => {
    const { page, errors } = await visit('/dashboard/money/statements', { bypassCSP: true })
    await press(page, 'Add a bank')
    for (const [label, text] of [
      ['Name', 'Sparbank'],
      ['Date', 'Buchung'],
      ['Amount', 'Betrag'],
      ['Payer', 'Auftraggeber'],
    ] as const) {
      await dialog(page).getByLabel(label, { exact: true }).fill(text)
    }
    await dialog(page).getByLabel('Dates').selectOption('DD.MM.YYYY')
    await dialog(page).getByLabel('Amounts').selectOption(',')
    await dialog(page).getByLabel('Between columns').selectOption('semicolon')
    await button(dialog(page), 'Add a payer').click()
    await dialog(page).getByLabel('Text in the line').fill('UNITY')
    await dialog(page).getByLabel('Network').selectOption('unityads')
    await lookAt(page, 'money-bank')
    await button(dialog(page), 'Save').click()
    const saved = page.locator('[data-mapping=Sparbank]')
    await expectText(saved).toContain('UNITY: Unity Ads')

    await press(page, 'Import a statement')
    const text =
      'Buchung;Betrag;Auftraggeber\n02.03.2026;1.234,57;Unity Technologies\n03.03.2026;-9,00;Rent\n'
    await dialog(page).getByLabel('Or its text').fill(text)
    await dialog(page).getByLabel('Read it as').selectOption({ label: 'File of Sparbank' })
    await button(dialog(page), 'Preview').click()
    await expectText(dialog(page).locator('[data-previewed]')).toContain('PaymentUSD 1,234.57')
    await expectText(dialog(page).getByRole('status')).toContain('1 skipped')
    await button(dialog(page), 'Cancel').click()
    await saved.getByRole('button', { name: 'Delete Sparbank' }).click()
    await button(page.getByRole('alertdialog'), 'Delete').click()
    await expectCount(saved).toBe(0)
    expect(errors).toEqual([])
  })

  test('each dialog keeps the focus, and gives it back', async () => {
    const { page } = await visit('/dashboard/money/terms')
    const focused = page.locator(':focus')
    for (const [path, name] of [
      ['/dashboard/money/terms', 'Set terms'],
      ['/dashboard/money/months', 'Close a month'],
      ['/dashboard/money/statements', 'Import a statement'],
      ['/dashboard/money/statements', 'Add a bank'],
    ] as const) {
      await page.goto(site().url + path)
      await press(page, name)
      const inside = dialog(page).locator(':focus')
      await dialog(page).waitFor()
      for (let steps = 0; steps < 30; steps++) {
        await page.keyboard.press('Tab')
        await expectCount(inside).toBe(1)
      }
      await page.keyboard.press('Escape')
      await expectCount(dialog(page)).toBe(0)
      await expectText(focused).toBe(name)
    }
  })

  test('is for users with the permission who see all apps', async () => {
    const { call, invitations } = site().installation
    const user = 'limited@studio.example'
    const invited = { username: studio.username, user, role: 'editor' as const, apps: ['hop-ios'] }
    const { token } = await call(inviteUser, invited)
    await invitations.accept(token, { password: 'the password of a limited editor' })
    for (const as of [viewer, { username: user }]) {
      const { page } = await visit('/dashboard/money', { as })
      await page.getByText('You cannot see this page').waitFor()
      const main = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
      expect(await textsOf(main)).not.toContain('Money')
      await find(page, 'terms')
      await page.getByText('Nothing has that name.').waitFor()
    }
    const { page } = await visit('/dashboard/money', { as: bookkeeper })
    await expectTexts(linksOf(page, 'Money')).toEqual([
      ...['Money', 'Months', 'Statements', 'Terms', 'Partners'],
    ])
    await open(page, 'Months')
    await button(page, 'Close a month').waitFor()
    await find(page, 'terms')
    await page.getByRole('menuitem', { name: 'Terms' }).waitFor()
  })
})
