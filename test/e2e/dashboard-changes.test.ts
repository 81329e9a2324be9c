import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { allLines, decimalText, late } from '../fixtures/dashboard-figures.ts'
import {
  choose,
  describeDashboard,
  eventually,
  expectCount,
  expectPath,
  expectText,
  expectTexts,
} from '../fixtures/dashboard-page.ts'
import { nameOf, shown } from '../fixtures/dashboard-shown.ts'
import { novice } from '../fixtures/dashboard-site.ts'

const report = '/api/v2/publisher/report'
const contributions = '**/dashboard/api/contributions?*'
const anomalies = '**/dashboard/api/anomalies?*'
const failure = { status: 500, json: { code: 'internal_error', detail: 'The disk is full.' } }

const table = (page: Page, of: string) =>
  page.getByRole('region', { name: `What changed by ${of}`, exact: true })
const footer = (page: Page, of: string) => table(page, of).locator('tfoot').locator('th, td')
const unusual = (page: Page) => page.locator('table.unusual tbody tr')

/** Downloads a table's CSV, with amounts in micros. */
async function download(page: Page, heading: string) {
  const section = page
    .locator('section.card')
    .filter({ has: page.getByRole('heading', { name: heading, exact: true }) })
  const started = page.waitForEvent('download')
  await section.getByRole('button', { name: 'Download CSV' }).click()
  const text = await readFile(await (await started).path(), 'utf8')
  return parse(text, { columns: true, record_delimiter: '\r\n' }) as Record<string, string>[]
}

const micros = (decimal: string): bigint => {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal)!
  return BigInt(`${sign}${whole}${fraction.padEnd(6, '0')}`)
}
const parts = ['volume', 'price', 'new', 'ended'] as const

describeDashboard('what changed', ({ visit, site }) => {
  test('adds up to the change, to the micro, in every row and column', async () => {
    const { page } = await visit('/dashboard/changes?days=last_7', { acceptDownloads: true })
    await table(page, 'network').waitFor()
    for (const [heading, choice] of [
      ['By network', 'Network'],
      ['By app', 'App'],
      ['By country', 'Country'],
      ['By app, network and country', null],
    ] as const) {
      if (choice) await choose(page, 'Add up by', choice)
      await page.getByRole('heading', { name: heading, exact: true }).waitFor()
      const rows = await download(page, heading)
      const total = rows.pop()!
      expect(total.name).toBe('Total')
      expect(rows.length).toBeGreaterThan(2)
      for (const row of [...rows, total]) {
        const change = micros(row.current_usd!) - micros(row.previous_usd!)
        expect(micros(row.change_usd!)).toBe(change)
        const sum = parts.reduce((all, part) => all + micros(row[`${part}_usd`]!), 0n)
        expect(sum, row.name).toBe(change)
      }
      for (const column of ['previous', 'current', 'change', ...parts]) {
        const sum = rows.reduce((all, row) => all + micros(row[`${column}_usd`]!), 0n)
        expect(sum, column).toBe(micros(total[`${column}_usd`]!))
      }
    }
  })

  test('has the totals of the report endpoint, in the parts and in each total row', async () => {
    const { page } = await visit('/dashboard/changes?days=last_7&country=US')
    const asked = {
      start_date: '2026-03-03',
      end_date: '2026-03-09',
      country: 'US',
      metrics: 'revenue_micros',
      compare: 'previous_weekdays',
      compare_days: 'reported',
    }
    const answer = await site().ask(report, asked)
    const { totals } = (await answer.json()) as { totals: Record<string, number> }
    const { compared_revenue_micros: now, previous_revenue_micros: before } = totals
    const money = (value: number) => shown('revenue', `${value / 1e6}`)
    await expectText(footer(page, 'network').last()).toBe(money(now!))
    await expectText(footer(page, 'network').nth(-2)).toBe(money(before!))
    const change = `${now! > before! ? '+' : ''}${money(now! - before!)}`
    await expectText(page.locator('.effects tfoot td').first()).toBe(change)
    await expectText(page.locator('.changes-figure')).toContain(change)
    await expectText(footer(page, 'app, network and country').nth(1)).toBe(change)
  })

  test('a missing report is no loss: its days are left out of every sum, and said', async () => {
    const { page } = await visit('/dashboard/changes?days=last_7&network=mintegral')
    const lines = (from: string, to: string) =>
      allLines
        .filter(({ network, day }) => network === late.network && day >= from && day <= to)
        .reduce((sum, { micros }) => sum + micros, 0n)
    // Mintegral reported the range up to 6 March.
    const [now, before] = [lines('2026-03-03', '2026-03-06'), lines('2026-02-24', '2026-02-27')]
    const left = lines('2026-02-28', '2026-03-02')
    const money = (value: bigint) => shown('revenue', decimalText(value, 6))
    const change = `${now > before ? '+' : ''}${money(now - before)}`
    await expectText(page.locator('.changes-figure')).toMatch(change)
    await expectText(page.locator('.changes-figure')).toMatch(/4 of 7 days comparable/)
    await expectText(page.locator('.changes-figure')).toMatch(`${money(before)} to ${money(now)}.`)
    await expectText(footer(page, 'network').nth(1)).toBe(change)
    await expectText(page.locator('.comparison-words')).toContain('Mar 7 – 9, 2026')
    await page
      .getByText(`Revenue of the days left out: ${money(left)} in the days before.`)
      .waitFor()
    // Few days are compared, so the change has no colour.
    const colour = await page.evaluate<boolean>(`(() => {
      const of = (one) => getComputedStyle(one).color
      const change = document.querySelector('.changes-figure bdi')
      const relative = document.querySelector('.changes-figure small').parentElement
      return of(relative) === of(change)
    })()`)
    expect(colour).toBe(true)
  })

  test('shows five rows, all when asked, and sorts them by any column', async () => {
    const { page } = await visit('/dashboard/changes?days=last_7')
    const rows = table(page, 'app, network and country').locator('tbody tr')
    await expectCount(rows).toBe(5)
    await expectCount(table(page, 'network').locator('tbody tr')).toBe(5)
    const each = page
      .locator('section.card')
      .filter({ has: page.getByRole('heading', { name: 'By app, network and country' }) })
    await each.getByRole('button', { name: /^Show all \d+$/ }).click()
    await eventually(() => rows.count()).toBeGreaterThan(20)
    await each.getByRole('button', { name: 'Now' }).click()
    const amounts = async () =>
      (await rows.locator('td:last-child').allTextContents()).map((text) =>
        Number(text.replaceAll(/[^\d.-]/g, '')),
      )
    const listed = (await amounts()).slice(0, 20)
    expect(listed).toEqual(listed.toSorted((a, b) => b - a))
    await each.getByRole('button', { name: 'Now' }).click()
    expect((await amounts())[0]).toBeLessThan(listed[0]!)
  })

  test('draws the parts one after the other from a common zero', async () => {
    const { page } = await visit('/dashboard/changes?days=last_7')
    await table(page, 'network').waitFor()
    const bars = await page.locator('.effects tr td:last-child').evaluateAll((cells) =>
      cells.map((cell) => {
        const bar = cell.querySelector('i')!.getBoundingClientRect()
        const zero = cell.querySelector('b')!.getBoundingClientRect()
        return { left: bar.left, right: bar.right, zero: zero.left }
      }),
    )
    const [first, second] = bars as [(typeof bars)[number], (typeof bars)[number]]
    const touches = (bar: { left: number; right: number }, place: number) =>
      Math.min(Math.abs(bar.left - place), Math.abs(bar.right - place)) < 1.5
    expect(new Set(bars.map(({ zero }) => Math.round(zero))).size).toBe(1)
    expect(touches(first, first.zero)).toBe(true)
    expect(touches(bars.at(-1)!, first.zero)).toBe(true)
    const end = touches({ left: first.left, right: first.left }, first.zero) ? 'right' : 'left'
    expect(touches(second, first[end])).toBe(true)
  })

  test('new and ended keys are kinds of their own', async () => {
    // Each country is in the figures of one app and network on some days only.
    const { page } = await visit('/dashboard/changes?days=yesterday')
    await table(page, 'app, network and country').waitFor()
    const rows = table(page, 'app, network and country').locator('tbody tr')
    for (const button of await page.getByRole('button', { name: /^Show all/ }).all()) {
      await button.click()
    }
    const kinds = new Set(await rows.locator('th small').allTextContents())
    expect([...kinds]).toEqual(expect.arrayContaining(['New', 'Ended']))
    await expectTexts(page.locator('.effects tbody tr')).toEqual(
      expect.arrayContaining([expect.stringMatching(/^New/), expect.stringMatching(/^Ended/)]),
    )
  })

  test('each row links to its figures', async () => {
    const { page } = await visit('/dashboard/changes?days=last_7&compare=previous_month')
    await table(page, 'network').getByRole('link', { name: 'AdMob' }).click()
    await expectPath(page).toBe(
      '/dashboard?days=last_7&compare=previous_month&network=admob&rows=app_id',
    )
    await page.goBack()
    const row = table(page, 'app, network and country').locator('tbody tr').first()
    const key = (await row.getAttribute('data-key'))!
    const country = key.split(' ').at(-1)!
    await expectText(row.getByRole('link')).toContain(` · ${nameOf(country)}`)
    await row.getByRole('link').click()
    await expectPath(page).toMatch(new RegExp(`&country=${country}(&|$)`))
    await expectText(page.locator('h1')).toBe('Overview')
  })

  test('the breakdown and the ranges are in the address', async () => {
    const { page } = await visit('/dashboard/changes')
    await table(page, 'network').waitFor()
    await choose(page, 'Add up by', 'Country')
    await expectPath(page).toBe('/dashboard/changes?rows=country')
    await table(page, 'country').waitFor()
    await page
      .getByRole('toolbar')
      .getByRole('button', { name: /^Compared with/ })
      .click()
    await page.getByRole('button', { name: 'The days right before' }).click()
    await expectPath(page).toBe('/dashboard/changes?compare=previous_period&rows=country')
    await expectText(page.locator('.comparison-words')).toContain('the days right before')
  })

  test('lists unusual days, which the overview marks on its chart', async () => {
    const { page } = await visit('/dashboard/changes?days=last_28')
    await unusual(page).first().waitFor()
    await expectCount(unusual(page)).toBe(5)
    await page.locator('section:has(> #unusual-title)').getByRole('button').click()
    const list = await unusual(page).evaluateAll((rows) =>
      rows.map((row) => [
        row.getAttribute('data-day')!,
        row.querySelector('a')!.textContent!,
        row.querySelector('td:last-child')!.textContent!,
      ]),
    )
    const ofAll = list.filter(([, name]) => name === 'All figures')
    const networks = list.filter(([, name]) => !name!.includes(' · ') && name !== 'All figures')
    expect(ofAll.length + networks.length).toBeGreaterThan(0)
    // The day of zeros is one, and the day that nobody reported is none.
    expect(ofAll.map(([day]) => day)).toContain('2026-02-15')
    expect(list.map(([day]) => day)).not.toContain('2026-02-20')
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await expectCount(page.locator('.unusual-mark')).toBe(ofAll.length)
    await expectText(page.locator('.days-chart .legend')).toContain('Unusual day')
    await page.getByRole('group', { name: /^Revenue by day/ }).focus()
    for (let day = 0; day < 6; day++) await page.keyboard.press('ArrowRight')
    await expectText(page.locator('.day-note')).toMatch(/February 15, 2026.*Unusual: \$.* expected/)
    expect(await page.locator('.plot').getAttribute('aria-label')).toMatch(/Unusual: .*Feb 15/)
  })

  test('more than a year is not searched for unusual days', async () => {
    const { page } = await visit('/dashboard/changes?start_date=2025-01-01&end_date=2026-03-09')
    await page.getByText('Choose at most 366 days to find unusual ones.').waitFor()
  })

  test('of days without figures says so', async () => {
    const { page } = await visit('/dashboard/changes?start_date=2024-01-01&end_date=2024-01-03')
    await page.getByRole('heading', { name: 'Nothing to explain' }).waitFor()
  })

  test('of an account without figures tells how to import some', async () => {
    const { page } = await visit('/dashboard/changes', { as: novice })
    await page.getByRole('heading', { name: 'No figures yet' }).waitFor()
    await expectText(page.locator('h1')).toBe('What changed')
  })

  test('that is slow shows a placeholder; one that fails shows the error, and can be tried again', async () => {
    const { page } = await visit('/dashboard/nothing')
    const held: Route[] = []
    await page.route(contributions, (route) => void held.push(route))
    await page.route(anomalies, (route) => route.fulfill(failure))
    await page.getByRole('link', { name: 'What changed' }).click()
    await expectCount(page.locator('.skeleton')).toBe(2)
    await expectText(page.getByRole('alert').locator('p')).toBe(
      'Unusual days could not be loaded. The disk is full.',
    )
    await page.unroute(anomalies)
    await page.getByRole('button', { name: 'Try again' }).click()
    await unusual(page).first().waitFor()
    for (const route of held) await route.fulfill(failure)
    await expectText(page.getByRole('alert').locator('p')).toBe('The disk is full.')
    await page.unroute(contributions)
    await page.getByRole('button', { name: 'Try again' }).click()
    await table(page, 'network').waitFor()
    await expectCount(page.getByRole('alert')).toBe(0)
  })

  test('an answer that comes late is not shown for other days', async () => {
    const { page } = await visit('/dashboard/changes?days=last_7')
    const words = page.locator('.comparison-words')
    await expectText(words).toContain('Feb 24 – Mar 2, 2026')
    const held: Route[] = []
    await page.route(contributions, (route) => void held.push(route))
    const pick = async (name: string) => {
      await page.getByRole('toolbar').getByRole('button').first().click()
      await page.getByRole('button', { name, exact: true }).click()
    }
    await pick('Last 28 days')
    await eventually(() => held.length).toBe(1)
    await page.unroute(contributions)
    await pick('Yesterday')
    await expectText(words).toContain('Mar 2, 2026: the whole day')
    // It was given up; where it was not, its answer is of other days.
    await held[0]!.continue().catch(() => undefined)
    await page.evaluate(
      'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
    )
    await expectText(words).toContain('Mar 2, 2026: the whole day')
  })
})
