import fc from 'fast-check'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeDashboard, textsOf, tidy } from '../fixtures/dashboard-page.ts'
import type { DashboardSite } from '../fixtures/dashboard-site.ts'
import {
  addressOf,
  comparisonOf,
  type DrawnWalk,
  drawnWalk,
  orderOf,
  scopeOf,
} from '../fixtures/drawn-walks.ts'
import { reportPath } from '../fixtures/report-endpoint.ts'
import {
  type ReportedAnswer,
  readReported,
  shownChangeOf,
  shownFigure,
  shownValue,
} from '../fixtures/reported-figures.ts'
import { caseCount, propertyTimeoutMs } from '../property/batches.ts'

/** A view is loaded and asked for several times. */
const viewCount = Math.ceil(caseCount / 4)

/** A page asks for so many rows of a table at once. */
const maxShownRows = 1_000

const sums = ['impressions', 'clicks', 'installs', 'requests', 'matched_requests', 'revenue']

describeDashboard('walks through views at random', ({ visit, site }) => {
  let page: Page
  const ask = (query: Readonly<Record<string, string>>) => askReport(site(), query)

  test(`${viewCount} views of Explore show the figures of the report endpoint`, {
    timeout: propertyTimeoutMs,
  }, async () => {
    const visited = await visit('/dashboard/account')
    page = visited.page
    await fc.assert(
      fc.asyncProperty(drawnWalk, async (walk) => {
        await page.goto(site().url + addressOf(walk))
        await page.locator('table.report, .card .state').first().waitFor()
        await expectTable(walk)
        await expectLastPeriod(walk)
      }),
      { numRuns: viewCount, endOnFailure: true },
    )
    expect(visited.errors).toEqual([])
  })

  /** Compares the rows in the document, which are the first ones of long tables, and the totals. */
  async function expectTable(walk: DrawnWalk) {
    const { rows, metrics, compare, beside } = walk
    const answer = await ask({
      ...scopeOf(walk),
      dimensions: rows.join(),
      metrics: metrics.join(),
      order_by: orderOf(walk),
      ...comparisonOf(walk),
    })
    if (answer.rows.length === 0) {
      const isEmpty = page.getByRole('heading', { name: 'No figures' })
      const isWaiting = page.getByText('Not reported: ')
      await isEmpty.or(isWaiting).first().waitFor()
      const cells = await textsOf(page.locator('table.report :is(tbody, tfoot) td'))
      expect(cells.filter((cell) => /[1-9]/.test(cell))).toEqual([])
      return
    }
    const figuresOf = (row: ReportedAnswer['rows'][number]) =>
      metrics.flatMap((name) => [
        shownFigure(name, row[name]!),
        ...(compare && beside.includes('previous')
          ? ['compared', 'previous'].map((of) => shownFigure(name, row[`${of}_${name}`]!))
          : []),
        ...(compare && beside.includes('change') ? [shownChangeOf(row[`change_${name}`]!)] : []),
      ])
    const expected = inOrderOfNames(answer.rows, walk).map((row) => [
      ...rows.map((name) => shownValue(name, row[name]!)),
      ...figuresOf(row),
    ])
    const table = page.locator('table.report')
    const lines = table.locator('tbody tr[data-index]')
    const places = await lines.evaluateAll((all) => all.map((one) => Number(one.dataset.index)))
    expect(places.length).toBeGreaterThanOrEqual(Math.min(expected.length, 10))
    const cells = await textsOf(lines.locator('th, td'))
    const width = expected[0]!.length
    for (const [line, place] of places.entries()) {
      expect(cells.slice(line * width, (line + 1) * width)).toEqual(expected[place])
    }
    const totals = await textsOf(table.locator('tfoot').locator('th, td'))
    expect(totals.slice(rows.length)).toEqual(figuresOf(answer.totals))
  }

  /** Compares the chart's last period with the report endpoint. */
  async function expectLastPeriod(walk: DrawnWalk) {
    const { rows, plot, grain, compare } = walk
    const scope = scopeOf(walk)
    const asked = { ...scope, dimensions: grain, metrics: plot, fill: 'dates' }
    const periods = await ask({ ...asked, ...comparisonOf(walk) })
    const last = periods.rows.at(-1)
    if (!last) return
    const chart = page.getByRole('group', { name: /over time|by (day|week|month)/ }).first()
    await chart.press('End')
    const note = page.locator('.day-note')
    await note.waitFor()
    const total = last[plot]!
    const text = tidy((await note.locator('.day-note-total').textContent())!)
    expect(text).toBe(total === null ? 'No figures' : shownFigure(plot, total))
    const by = rows.find((name) => !['date', 'week', 'month'].includes(name))!
    const ranked = sums.includes(plot) ? plot : 'revenue'
    const largest = await ask({
      ...scope,
      dimensions: by,
      metrics: ranked,
      order_by: `${ranked}:desc`,
      limit: '8',
    })
    const series = await ask({ ...scope, dimensions: `${grain},${by}`, metrics: plot })
    const named = largest.rows.flatMap((group) => {
      const own = series.rows.find((row) => row[grain] === last[grain] && row[by] === group[by])
      const value = own?.[plot] ?? null
      return value === null ? [] : [`${shownValue(by, group[by]!)}${shownFigure(plot, value)}`]
    })
    const listed = (await textsOf(note.locator('li:not([data-waiting])'))).filter(
      (one) => !one.startsWith('All others'),
    )
    expect(listed).toEqual(named)
    if (compare) {
      const before = last[`previous_${plot}`]!
      const words = before === null ? 'no figures' : shownFigure(plot, before)
      const compared = last[`compared_${plot}`]!
      const own = compared === null || compared === total ? '' : shownFigure(plot, compared)
      const lines = `${own && `On compared days: ${own}. `}Before: ${words}`
      expect(tidy((await note.textContent())!)).toContain(lines)
      if (!own) expect(await note.textContent()).not.toContain('On compared days')
    }
  }
})

/** Rows that are sorted by a dimension other than time are in the order of its names, where all are shown. */
function inOrderOfNames(answered: ReportedAnswer['rows'], { rows, order }: DrawnWalk) {
  const byTime = ['date', 'week', 'month']
  if (!order || !rows.includes(order.by) || byTime.includes(order.by)) return answered
  if (answered.length > maxShownRows) return answered
  const { compare } = new Intl.Collator('en')
  const nameOf = (row: ReportedAnswer['rows'][number]) => shownValue(order.by, row[order.by]!)
  const sign = order.descending ? -1 : 1
  return answered.toSorted((a, b) => sign * compare(nameOf(a), nameOf(b)))
}

const askReport = async (site: DashboardSite, query: Readonly<Record<string, string>>) =>
  readReported(await site.ask(reportPath, query))
