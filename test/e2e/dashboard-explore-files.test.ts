import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  describeDashboard,
  expectCount,
  expectText,
  expectTexts,
  settled,
  textOf,
  textsOf,
} from '../fixtures/dashboard-page.ts'
import { reportPath } from '../fixtures/report-endpoint.ts'
import { readReported, shownFigure } from '../fixtures/reported-figures.ts'

const start = '/dashboard/explore'
const table = (page: Page) => page.locator('table.report')
const heads = (page: Page) => table(page).locator('tbody th')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const open = async (page: Page, name: string): Promise<Locator> => {
  await button(page, name).click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  return dialog
}

describeDashboard('Explore: files and failures', ({ visit, site }) => {
  test('files have all rows: the CSV of the report endpoint, and a sheet with the same figures', async () => {
    const { page } = await visit(`${start}?days=last_7&rows=app_id,network&metrics=revenue,ctr`, {
      acceptDownloads: true,
    })
    await settled(page)
    const dialog = await open(page, 'Download')
    const download = async (name: string) => {
      const file = page.waitForEvent('download')
      await dialog.getByRole('button', { name, exact: true }).click()
      const { suggestedFilename, path } = await file.then(async (one) => ({
        suggestedFilename: one.suggestedFilename(),
        path: await one.path(),
      }))
      return { name: suggestedFilename, bytes: await readFile(path) }
    }
    const week = { start_date: '2026-03-03', end_date: '2026-03-09', metrics: 'revenue,ctr' }
    const apps = 'app_id,app_name,platform,network'
    const csv = await download('CSV')
    const asked = { ...week, dimensions: apps, order_by: 'revenue:desc', format: 'csv' }
    expect(String(csv.bytes)).toBe(await (await site().ask(reportPath, asked)).text())
    expect(csv.name).toBe('adtally-app_id-app_name-platform-network-2026-03-03-to-2026-03-09.csv')
    const byDay = await download('CSV by day')
    const days = { ...week, dimensions: `date,${apps}`, format: 'csv' }
    expect(String(byDay.bytes)).toBe(await (await site().ask(reportPath, days)).text())
    const sheet = unzipSync((await download('Excel by day')).bytes)
    const xml = strFromU8(sheet['xl/worksheets/sheet1.xml']!)
    const values = [...xml.matchAll(/<c r="F\d+" s="3"><v>(.*?)<\/v>/g)].map(([, text]) => text)
    const { rows } = await readReported(
      await site().ask(reportPath, { ...week, dimensions: `date,${apps}` }),
    )
    expect(values).toEqual(rows.map((row) => row.revenue))
    expect(xml).toContain(
      `<c r="A2" s="1"><v>${Date.parse('2026-03-03') / 86_400_000 + 25_569}</v>`,
    )
  })

  test('a sheet of too many rows is refused, with the number as the reader writes it', async () => {
    const { page } = await visit(`${start}?rows=network`, { kept: { 'adtally-place': 'de' } })
    await settled(page)
    await page.route(/api\/report.*limit=100000/, async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ json: { ...(await answer.json()), has_more: true } })
    })
    const dialog = await open(page, 'Download')
    await dialog.getByRole('button', { name: 'Excel', exact: true }).click()
    await expectText(dialog.getByRole('alert')).toContain('There are more than 100.000 rows.')
  })

  test('the report URL gives the figures of the table to a program, and the copy is what is shown', async () => {
    const { page } = await visit(
      `${start}?rows=country,week&metrics=revenue&order=week&network=admob,ownnet`,
      { permissions: ['clipboard-read', 'clipboard-write'] },
    )
    await settled(page)
    await button(page, 'Copy').click()
    await button(page, 'Copied').waitFor()
    const copied = ((await page.evaluate('navigator.clipboard.readText()')) as string).split('\r\n')
    await open(page, 'Report URL')
    const url = await textOf(page.getByTestId('report-url'))
    const headers = { authorization: `Bearer ${await site().keyOf('studio')}` }
    const { rows } = await readReported(await fetch(url, { headers }))
    const shown = await textsOf(table(page).locator('tbody tr[data-index] td:nth-child(3)'))
    expect(shown).toEqual(
      rows.slice(0, shown.length).map((row) => shownFigure('revenue', row.revenue!)),
    )
    expect(copied[0]).toBe('country\tweek\trevenue (USD)')
    expect(copied.slice(1).map((line) => line.split('\t')[2])).toEqual(
      rows.map((row) => row.revenue),
    )
  })

  test('an answer that comes late does not replace a later one', async () => {
    const { page } = await visit(`${start}?rows=network`)
    await settled(page)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/api\/report.*dimensions=ad_format/, async (route) => {
      await held
      await route.continue().catch(() => undefined)
    })
    const rows = page.getByRole('toolbar', { name: 'Rows and columns' }).getByLabel('Rows')
    await rows.selectOption('Format')
    await page.locator('.answer.old[aria-busy=true]').first().waitFor()
    await expectText(table(page).locator('thead th').first()).toMatch(/^Network/)
    await rows.selectOption('Platform')
    await expectTexts(heads(page)).toEqual(['iOS', 'Android'])
    release()
    await settled(page)
    await expectTexts(heads(page)).toEqual(['iOS', 'Android'])
  })

  test('what fails says so, and can be tried again', async () => {
    const { page } = await visit('/dashboard/nothing')
    const failure = { status: 500, json: { code: 'internal_error', detail: 'The disk is full.' } }
    await page.route('**/dashboard/api/report?*', (route) => route.fulfill(failure))
    await page.goto(site().url + start)
    await expectTexts(page.getByRole('alert').locator('p')).toEqual(['The disk is full.'])
    await page.unroute('**/dashboard/api/report?*')
    await button(page, 'Try again').click()
    await settled(page)
    await expectCount(table(page)).toBe(1)
    await expectCount(page.getByRole('alert')).toBe(0)
  })

  test('figures without their freshness are neither final nor open', async () => {
    const { page } = await visit('/dashboard/nothing')
    const failure = { status: 500, json: { code: 'internal_error', detail: 'Not now.' } }
    await page.route('**/dashboard/api/freshness?*', (route) => route.fulfill(failure))
    await page.goto(site().url + start)
    const legend = page.getByRole('list', { name: 'Legend' })
    await expectText(legend).toContain('Not known yet whether final')
    await expectText(legend).not.toContain('May still change')
  })
})
