import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  describeDashboard,
  expectCount,
  expectText,
  expectTexts,
} from '../fixtures/dashboard-page.ts'
import { novice, noviceApp } from '../fixtures/dashboard-site.ts'
import { button, dialog, openMoneyPage, press } from '../fixtures/money-page.ts'

// AdMob reports 300.75 and Vungle 60. Each misses 25 of the 28 days.
const figures = `date,app_id,network,format,country,impressions,revenue
2026-02-01,${noviceApp.app_id},admob,banner,US,1000,100
2026-02-02,${noviceApp.app_id},admob,banner,US,1200,120.5
2026-02-28,${noviceApp.app_id},admob,banner,US,800,80.25
2026-02-01,${noviceApp.app_id},vungle,video,US,400,40
2026-02-03,${noviceApp.app_id},vungle,video,US,100,10.1
2026-02-28,${noviceApp.app_id},vungle,video,US,90,9.9
`

const statement = `network,period,kind,amount,currency,date,reference,reason
admob,2026-02,earnings,300,USD,2026-03-03,AM-2,
admob,2026-02,adjustment,-4.5,USD,2026-03-04,AM-2,invalid traffic
vungle,2026-02,earnings,59,USD,2026-03-03,VU-2,
vungle,,payment,56.05,USD,2026-03-08,VU-2,
,,payment,200.5,USD,2026-03-09,WIRE 88,
`

const rest = `network,period,kind,amount,currency,date,reference
admob,2026-02,payment,95,USD,2026-03-10,WIRE 89
`

/** Reported, restated, billed, unexplained, deducted, fees, tax, exchange, paid, open and the paid ratio. */
const figuresOf = (page: Page, network: string) =>
  expectText(page.locator(`[data-settled="2026-02 ${network}"]`))
/** 4.50 of 300.00 are deducted. */
const admob = '$300.75$0.00$300.00+$0.75$4.50$0.00$0.00$0.00'
/** Its fee is 5 % of 59.00. */
const vungle = '$60.00$0.00$59.00+$1.00$0.00$2.95$0.00$0.00$56.05$0.0093.4%'

async function importFigures(page: Page): Promise<void> {
  const buffer = Buffer.from(figures)
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'february.csv', mimeType: 'text/csv', buffer })
  await button(page, 'Import').click()
  await page.getByText(/^Import \d+ is done\.$/).waitFor()
}

async function setTerms(page: Page, network: string, fields: Record<string, string>) {
  await press(page, 'Set terms')
  await dialog(page).getByLabel('Network').selectOption(network)
  for (const [label, text] of Object.entries(fields)) {
    await dialog(page).getByLabel(label).fill(text)
  }
  await button(dialog(page), 'Set terms').click()
  await expectCount(dialog(page)).toBe(0)
}

/** Imports a statement. @param preview what is shown before */
async function importStatement(page: Page, text: string, preview: string): Promise<void> {
  await press(page, 'Import a statement')
  await dialog(page).getByLabel('Or its text').fill(text)
  await button(dialog(page), 'Preview').click()
  await expectText(dialog(page).getByRole('status')).toContain(
    `Nothing is imported yet. ${preview}`,
  )
  await button(dialog(page), 'Import').click()
  await expectCount(dialog(page)).toBe(0)
}

describeDashboard('the first month of an account', ({ visit, site }) => {
  test('is imported, billed, closed and paid', async () => {
    const { page, errors } = await visit('/dashboard/imports', { as: novice })
    await importFigures(page)

    await page.goto(`${site().url}/dashboard/money/terms`)
    const from = { 'From the month on': '2026-02' }
    await setTerms(page, 'admob', { ...from, 'Net days': '7', 'Smallest payment': '50' })
    await setTerms(page, 'vungle', { ...from, 'Net days': '10', 'Fee in %': '5' })
    await expectText(page.locator('[data-terms=vungle]').first()).toContain('Feb 202610–5 %')

    await openMoneyPage(page, 'Statements')
    await importStatement(page, statement, '5 lines, 1 to assign, 0 skipped.')
    await openMoneyPage(page, 'Money')
    // The bill less the deduction: no payment is assigned to it yet.
    await expectText(page.locator('[data-late=admob]')).toContain('3 days')
    await expectText(page.locator('[data-late=admob]')).toContain('$295.50')
    await press(page, 'Assign USD 200.50, WIRE 88')
    await dialog(page).getByLabel('Network').selectOption('admob')
    await dialog(page).getByLabel('Month').fill('2026-02')
    await button(dialog(page), 'Assign').click()
    await expectText(page.locator('[data-late=admob]')).toContain('$95.00')

    await openMoneyPage(page, 'Months')
    await press(page, 'Close a month')
    const status = dialog(page).getByRole('status')
    await expectText(status).toContain('Reported $360.75')
    await expectTexts(status.getByRole('listitem')).toEqual(['AdMob: $300.75', 'Vungle: $60.00'])
    await expectText(status.getByRole('link')).toBe('50 days missing')
    await dialog(page).getByLabel('Close without 50 days').check()
    await button(dialog(page), 'Close the month').click()
    await expectCount(dialog(page)).toBe(0)
    const month = page.locator('[data-month="2026-02"]')
    await expectText(month).toMatch(/^Feb 2026Closed\$360\.75\$0\.00\$256\.55Mar 10, 2026/)
    await figuresOf(page, 'admob').toBe(`AdMobFeb 2026Closed3 days late${admob}$200.50$95.0066.7%`)
    await figuresOf(page, 'vungle').toBe(`VungleFeb 2026Paid${vungle}`)

    await openMoneyPage(page, 'Statements')
    await importStatement(page, rest, '1 line, 0 to assign, 0 skipped.')
    await openMoneyPage(page, 'Months')
    await figuresOf(page, 'admob').toBe(`AdMobFeb 2026Paid${admob}$295.50$0.0098.3%`)
    await figuresOf(page, 'vungle').toBe(`VungleFeb 2026Paid${vungle}`)
    await expectText(month).toMatch(/^Feb 2026Paid\$360\.75\$0\.00\$351\.55Mar 10, 2026/)
    expect(errors).toEqual([])
  })
})
