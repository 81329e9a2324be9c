import fc from 'fast-check'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeDashboard, eventually, textsOf } from '../fixtures/dashboard-page.ts'
import { nameOf } from '../fixtures/dashboard-shown.ts'
import { reportPath } from '../fixtures/report-endpoint.ts'
import {
  type ReportedAnswer,
  readReported,
  shownChangeOf,
  shownFigure,
  shownShareOf,
  shownValue,
} from '../fixtures/reported-figures.ts'

/** How many cells are compared; rows are drawn until there are as many. */
const cellCount = 500
const maxRows = 12

interface Drawn {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly fixed: Readonly<Record<string, string>>
  readonly rows: readonly string[]
  readonly metrics: readonly string[]
  readonly isCompared: boolean
}

const days = fc.constantFrom(
  { start_date: '2026-02-10', end_date: '2026-03-09' },
  // With days that no network has reported, and the day of today.
  { start_date: '2026-03-03', end_date: '2026-03-10' },
  { start_date: '2026-03-08', end_date: '2026-03-08' },
)
const filters = fc.constantFrom<Record<string, string>>(
  {},
  { network: 'admob' },
  { network: 'unityads,mintegral' },
  { country: 'US,DE' },
  { ad_format: 'banner' },
)
const overview = {
  metrics: ['revenue', 'ecpm', 'impressions', 'clicks', 'ctr'],
  rows: fc.constantFrom(['network'], ['app_id'], ['ad_format'], ['country'], ['date']),
}
const compare = fc.constantFrom('usual', 'none', 'previous_period', '2026-01-06')

const drawn: fc.Arbitrary<Drawn> = fc
  .oneof(
    fc.record({
      path: fc.constant('/dashboard'),
      fixed: fc.constant({}),
      ...overview,
      metrics: fc.constant(overview.metrics),
      days,
      filters,
      compare,
    }),
    fc.record({
      path: fc.constant('/dashboard/apps/hop-ios'),
      fixed: fc.constant({ app_id: 'hop-ios' }),
      rows: fc.constantFrom(['network'], ['ad_format'], ['country'], ['date']),
      metrics: fc.constant(overview.metrics),
      days,
      filters,
      compare,
    }),
    fc.record({
      path: fc.constant('/dashboard/explore'),
      fixed: fc.constant({}),
      rows: fc.constantFrom(['network', 'country'], ['week', 'network'], ['platform'], ['month']),
      metrics: fc.subarray(['revenue', 'impressions', 'clicks', 'installs', 'ecpm', 'ctr'], {
        minLength: 1,
      }),
      days,
      filters,
      compare,
    }),
  )
  .map(({ path, fixed, rows, metrics, days: range, filters: filtered, compare: against }) => ({
    path,
    fixed,
    rows,
    metrics,
    isCompared: against !== 'none',
    query: { ...range, ...filtered, compare: against, rows: rows.join(), metrics: metrics.join() },
  }))

/** The basis that `usual` stands for: none of the drawn ranges is of whole months. */
const basisOf = (against: string) => (against === 'usual' ? 'previous_weekdays' : against)

/** The report endpoint's question for a drawn page. */
function questionOf({ query, fixed, rows, metrics, isCompared }: Drawn): Record<string, string> {
  const { rows: _, compare: against, ...asked } = query
  const byTime = ['date', 'week', 'month'].includes(rows[0]!)
  return {
    ...asked,
    ...fixed,
    dimensions: rows.join(),
    order_by: byTime ? `${rows[0]}:asc` : `${metrics[0]}:desc`,
    ...(isCompared && { compare: basisOf(against!), compare_days: 'reported' }),
  }
}

function expectedCells({ rows, metrics, isCompared, path }: Drawn, answer: ReportedAnswer) {
  const hasShare = path !== '/dashboard/explore' && metrics[0] === 'revenue'
  return answer.rows
    .slice(0, maxRows)
    .map((row) => [
      ...rows.map((name) => shownValue(name, row[name]!)),
      ...metrics.flatMap((name, place) => [
        shownFigure(name, row[name]!, row),
        ...(place === 0 && hasShare ? [shownShareOf(row[name]!, answer.totals[name]!)] : []),
        ...(isCompared ? [shownChangeOf(row[`change_${name}`]!)] : []),
      ]),
    ])
}

/** Networks that have not reported some days have a note beside their name, and a row below the others. */
const waiting = /: waiting.*$/

const shownCells = async (page: Page, count: number) =>
  (await allCells(page)).slice(0, count).map((row) => row.map((cell) => cell.replace(waiting, '')))

const allCells = (page: Page) =>
  page
    .locator('table.report tbody tr:not(.room)')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.children].map((cell) => cell.textContent!.trim())),
    )

describeDashboard('the cells of pages', ({ visit, site }) => {
  test(`${cellCount} drawn ones are those of the report endpoint`, async () => {
    const { page, errors } = await visit('/dashboard')
    let compared = 0
    for (const one of fc.sample(drawn, cellCount)) {
      const answer = await readReported(await site().ask(reportPath, questionOf(one)))
      await page.goto(`${site().url}${one.path}?${new URLSearchParams(one.query)}`)
      if (answer.rows.length === 0) {
        await page.getByText('There are no figures').first().waitFor()
        continue
      }
      const expected = expectedCells(one, answer)
      await eventually(() => shownCells(page, expected.length)).toEqual(expected)
      if (one.path !== '/dashboard/explore') {
        const cards = await textsOf(page.locator('.key-figure'))
        expect(cards).toEqual(
          one.metrics.map((name) => shownFigure(name, answer.totals[name]!, answer.totals)),
        )
        compared += cards.length
      }
      compared += expected.flat().length
      if (compared >= cellCount) break
    }
    expect(compared).toBeGreaterThanOrEqual(cellCount)
    expect(errors).toEqual([])
  })

  test('the table shows a network as waiting where the API has no report of it', async () => {
    for (const range of [
      { start_date: '2026-02-10', end_date: '2026-03-09' },
      { start_date: '2026-03-01', end_date: '2026-03-09' },
    ]) {
      const answer = await site().ask('/api/v2/publisher/freshness', range)
      const { data } = (await answer.json()) as {
        data: { readonly ad_network: string; readonly status: string }[]
      }
      const days = [...Map.groupBy(data, (one) => one.ad_network)]
      // A network without any report in the range is not used any more, or not yet, unless none has reported.
      const lacking = days.filter(
        ([, all]) =>
          all.some(({ status }) => status === 'missing') &&
          all.some(({ status }) => status !== 'missing'),
      )
      expect(lacking.length).toBeGreaterThan(0)
      const { page } = await visit(`/dashboard?${new URLSearchParams(range)}`)
      const expected = lacking.map(([name, all]) => {
        const count = all.filter(({ status }) => status === 'missing').length
        return `${nameOf(name)}: waiting${count > 1 ? ` for ${count} days` : ''}`
      })
      await eventually(async () =>
        (await allCells(page))
          .map(([name]) => name!.replace(/, about .*$/, ''))
          .filter((name) => waiting.test(name))
          .sort(),
      ).toEqual(expected.sort())
    }
  })
})
