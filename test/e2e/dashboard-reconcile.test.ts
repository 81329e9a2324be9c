import { beforeAll, expect, test } from 'vitest'
import { importFigures } from '../../src/use-cases/import-figures.ts'
import { type GapView, reconcileReports } from '../../src/use-cases/reconcile.ts'
import { allLines, decimalText } from '../fixtures/dashboard-figures.ts'
import {
  cellsOf,
  describeDashboard,
  downloadCsv,
  eventually,
  expectCount,
  expectPath,
  expectText,
  settled,
} from '../fixtures/dashboard-page.ts'
import { novice } from '../fixtures/dashboard-site.ts'
import { givenFile } from '../fixtures/given-file.ts'
import { lookAt } from './look-at.ts'

const range = { startDate: '2026-01-20', endDate: '2026-03-09' }
const address = `/dashboard/reconcile?start_date=${range.startDate}&end_date=${range.endDate}`

describeDashboard('reconciliation', ({ visit, site }) => {
  beforeAll(async () => {
    const { installation } = site()
    installation.pass(60)
    const rows = allLines
      .filter(({ network, day }) => network === 'admob' && day >= range.startDate)
      .map(({ day, app_id: app, ad_format: format, country, impressions, micros }) => {
        // One app's amounts are 3 % less, one day lacks an app.
        const less = app === 'hop-ios' ? (micros * 97n) / 100n : micros
        return [day, app, 'admob', format, country, impressions, decimalText(less, 6)].join(',')
      })
      .filter((row) => !row.startsWith('2026-03-05,hop-android'))
    const header = 'date,app_id,network,format,country,impressions,revenue'
    const file = await givenFile(installation, 'levelplay.csv', [header, ...rows, ''].join('\n'))
    await installation.call(importFigures, { as: 'levelplay', account: 'studio' }, file)
  })

  const cli = (tolerance = '1'): Promise<GapView[]> =>
    site().installation.call(reconcileReports, {
      report: 'levelplay',
      account: 'studio',
      tolerance,
      ...range,
    })

  const money = (decimals: readonly (string | undefined)[]) => {
    const known = decimals.filter((one) => one !== undefined)
    if (known.length === 0) return '–'
    const micros = known.reduce((sum, one) => sum + Math.round(Number(one) * 1e6), 0)
    return new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(
      micros / 1e6,
    )
  }
  const figuresOf = (gaps: readonly GapView[]) => [
    money(gaps.map(({ primary }) => primary?.revenue)),
    money(gaps.map(({ secondary }) => secondary?.revenue)),
    money(gaps.map(({ gap }) => gap)),
  ]

  test('is downloaded as CSV, to the last micro', async () => {
    const gaps = (await cli()).filter(({ date }) => date === '2026-03-05')
    const { page } = await visit(`${address}&within=2026-03-05`, { acceptDownloads: true })
    await settled(page)
    const { name, rows } = await downloadCsv(page)
    expect(name).toBe('adtally-gaps-levelplay-by-slice-2026-03-05-to-2026-03-05.csv')
    const sorted = (lines: readonly (readonly unknown[])[]) => lines.map(String).sort()
    expect(sorted(rows.map((row) => [row.app_id, row.network, row.gap_usd, row.reasons]))).toEqual(
      sorted(gaps.map((one) => [one.app_id, one.ad_network, one.gap, `${one.label} 1`])),
    )
  })

  test('goes from months to a day to its apps, with the gaps of the command line', async () => {
    const gaps = await cli()
    const { page, errors } = await visit(address, { bypassCSP: true })
    await settled(page)
    const table = page.locator('table.gaps')
    const months = [...Map.groupBy(gaps, ({ date }) => date.slice(0, 7))]
    const [, ...rows] = await cellsOf(table)
    expect(rows.map((cells) => cells.slice(1, 4))).toEqual(months.map(([, of]) => figuresOf(of)))
    await lookAt(page, 'reconcile-months')
    await table.getByRole('link', { name: 'March 2026' }).click()
    await expectPath(page).toBe(`${address}&within=2026-03`)
    const inMarch = gaps.filter(({ date }) => date.startsWith('2026-03'))
    const days = [...Map.groupBy(inMarch, ({ date }) => date)]
    await expectCount(table.locator('tbody tr')).toBe(days.length)
    expect((await cellsOf(table)).slice(1).map((cells) => cells.slice(1, 4))).toEqual(
      days.map(([, of]) => figuresOf(of)),
    )
    await lookAt(page, 'reconcile-days')
    await table.getByRole('link', { name: 'Mar 5, 2026' }).click()
    await expectPath(page).toBe(`${address}&within=2026-03-05`)
    const fifth = gaps.filter(({ date }) => date === '2026-03-05')
    await expectCount(table.locator('tbody tr')).toBe(fifth.length)
    const missing = table.locator('tr', { hasText: 'Hop · Android' })
    await expectText(missing.locator('[data-title=Reasons]')).toBe('Missing')
    await expectText(missing.locator('[data-title=levelplay]')).toBe('–')
    await lookAt(page, 'reconcile-slices')
    await missing.getByRole('link', { name: /^Figures/ }).click()
    await expectPath(page).toBe(
      '/dashboard?start_date=2026-03-05&end_date=2026-03-05&app_id=hop-android&network=admob',
    )
    await page.goBack()
    await page.getByRole('navigation', { name: 'Days' }).getByRole('link').first().click()
    await expectPath(page).toBe(address)
    expect(errors).toEqual([])
  })

  test('has the reasons of the command line for the tolerance that is set', async () => {
    const { page } = await visit(address)
    await settled(page)
    for (const tolerance of ['1', '5']) {
      const field = page.getByLabel('Tolerance in %')
      await field.fill(tolerance)
      await field.press('Enter')
      const counted = [...Map.groupBy(await cli(tolerance), ({ label }) => label)]
      for (const [label, of] of counted) {
        await expectText(page.locator(`[data-label="${label}"]`)).toContain(
          `in ${of.length.toLocaleString('en-US')} day`,
        )
      }
      await expectCount(page.locator('[data-label]')).toBe(counted.length)
    }
    await expectPath(page).toBe(`${address}&tolerance=5`)
    const field = page.getByLabel('Tolerance in %')
    await field.and(page.locator(':focus')).waitFor()
    await page.goBack()
    await eventually(() => field.inputValue()).toBe('1')
    await page.goForward()
    await eventually(() => field.inputValue()).toBe('5')
    await page.reload()
    await settled(page)
    expect(await page.getByLabel('Tolerance in %').inputValue()).toBe('5')
    await page.getByLabel('Tolerance in %').fill('500')
    await page.getByLabel('Tolerance in %').blur()
    expect(await page.getByLabel('Tolerance in %').inputValue()).toBe('5')
  })

  test('shows which app has the gaps, and its days', async () => {
    const gaps = await cli()
    const { page } = await visit(address, { bypassCSP: true })
    await settled(page)
    await page.getByRole('group', { name: 'Gaps by' }).getByText('Apps').click()
    await expectPath(page).toBe(`${address}&gaps=app_id`)
    const table = page.locator('table.gaps')
    await expectText(page.locator('#gaps-title')).toBe('By app')
    const byApp = [...Map.groupBy(gaps, ({ app_id }) => app_id).values()]
    const rows = (await cellsOf(table)).slice(1).map((cells) => cells.slice(1, 4))
    expect(rows.sort()).toEqual(byApp.map(figuresOf).sort())
    await lookAt(page, 'reconcile-apps')
    await table.getByRole('button', { name: 'Hop · iOS' }).click()
    await expectPath(page).toBe(`${address}&app_id=hop-ios`)
    const ofIos = gaps.filter(({ app_id, date }) => app_id === 'hop-ios' && date < '2026-02')
    await expectText(table.locator('tbody tr').first()).toContain(figuresOf(ofIos).join(''))
  })

  test('tells that formats and countries are not filtered, and leaves them out of its links', async () => {
    const { page } = await visit(`${address}&within=2026-03-05&country=US&ad_format=banner`)
    await settled(page)
    await page.getByText('Formats and countries are not filtered here').waitFor()
    const row = page.locator('table.gaps tr', { hasText: 'Hop · iOS' })
    await row.getByRole('link', { name: /^Figures/ }).click()
    await expectPath(page).toBe(
      '/dashboard?start_date=2026-03-05&end_date=2026-03-05&app_id=hop-ios&network=admob',
    )
  })

  test('tells that the server is away, and goes on when it is back', async () => {
    const { page } = await visit('/dashboard/networks')
    await settled(page)
    await page.route('**/api/reconciliation*', (route) => route.abort())
    await page.getByRole('link', { name: 'Reconcile' }).click()
    await expectText(page.getByRole('alert')).toContain('The server does not answer.')
    await page.unroute('**/api/reconciliation*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await settled(page)
  })

  test('tells how to import a second report, and that none is of the days', async () => {
    const none = await visit('/dashboard/reconcile', { as: novice, bypassCSP: true })
    await none.page.getByRole('heading', { name: 'Nothing to compare yet' }).waitFor()
    await lookAt(none.page, 'reconcile-none')
    const { page } = await visit(
      '/dashboard/reconcile?start_date=2025-01-01&end_date=2025-01-07&network=vungle',
    )
    await page.getByRole('heading', { name: 'Nothing to compare', exact: true }).waitFor()
  })
})
