import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Breakdown, breakdowns } from '../fixtures/dashboard-figures.ts'
import {
  cellsOf,
  choose,
  describeDashboard,
  eventually,
  expectPath,
  expectText,
  settled,
  textsOf,
} from '../fixtures/dashboard-page.ts'
import { nameOf, shown, shownChange, shownMetric, titles } from '../fixtures/dashboard-shown.ts'
import {
  groupsOf,
  growth,
  likeWithLike,
  linesIn,
  type Metric,
  metrics,
  quotient,
  type Sums,
  sumOf,
  usualDays,
  weeksBefore,
} from '../fixtures/dashboard-sums.ts'

const stats = '/api/v2/publisher/applications/stats'
const none: Sums = { impressions: 0n, clicks: 0n, micros: 0n }

/** The expected rows of the groups table, highest revenue first. */
function expectedRows(by: Breakdown): string[][] {
  const whole = sumOf(linesIn(usualDays)).micros
  const compared = likeWithLike(usualDays, weeksBefore(4))
  const now = new Map(groupsOf(compared.now, by).map((one) => [one.key, one.sums]))
  const old = new Map(groupsOf(compared.old, by).map((one) => [one.key, one.sums]))
  const groups = groupsOf(linesIn(usualDays), by)
  const gone = [...old.keys()].filter((key) => !groups.some((one) => one.key === key))
  return [...groups, ...gone.map((key) => ({ key, sums: none }))].map(({ key, sums }) => {
    const earlier = old.get(key)
    return [
      nameOf(key),
      shownMetric('revenue', sums),
      shown('share', quotient(sums.micros, whole, 3)),
      shownChange(earlier ? growth('revenue', now.get(key) ?? none, earlier) : null),
      ...(['ecpm', 'impressions', 'clicks', 'ctr'] as const).map((one) => shownMetric(one, sums)),
    ]
  })
}

const readRows = async (page: Page) =>
  (await cellsOf(page.locator('table.report tbody'))).map((row) => row.slice(0, 8))

describeDashboard('the overview', ({ visit, site }) => {
  test('V2 gives the figures that the tests compute', async () => {
    const range = { start_date: usualDays.from, end_date: usualDays.to }
    for (const [by, group_by, member] of [
      ['network', 'network', 'ad_network'],
      ['ad_format', 'format', 'format'],
      ['country', 'country', 'country_code'],
    ] as const) {
      const { data } = (await (await site().ask(stats, { ...range, group_by })).json()) as {
        data: Record<string, string | number>[]
      }
      const expected = groupsOf(linesIn(usualDays), by).map(({ key, sums }) => ({
        key,
        impressions: Number(sums.impressions),
        cents: Math.round(Number(metrics.revenue(sums)) * 100),
      }))
      const found = data.map((one) => ({
        key: one[member],
        impressions: one.impressions,
        cents: one.revenue_in_cents,
      }))
      expect(found).toEqual(expected)
    }
  })

  test('shows each key figure, and its change on the days that can be compared', async () => {
    const { page } = await visit('/dashboard')
    const total = sumOf(linesIn(usualDays))
    const compared = likeWithLike(usualDays, weeksBefore(4))
    const [now, old] = [sumOf(compared.now), sumOf(compared.old)]
    for (const metric of Object.keys(metrics) as Metric[]) {
      const card = page.locator(`[data-metric=${metric}]`)
      await expectText(card.locator('.key-figure')).toBe(shownMetric(metric, total))
      const change = shownChange(growth(metric, now, old))
      const words = `${change} from ${shownMetric(metric, old)}`
      await expectText(card.locator('.key-before')).toBe(words)
    }
    const note = page.locator('.key-figures + .note')
    await expectText(note).toBe('6 days may still change. 1 day without reports.')
  })

  test('the key figures equal those of V2 for the same days', async () => {
    const { page } = await visit('/dashboard?days=last_7')
    const asked = { start_date: '2026-03-03', end_date: '2026-03-09' }
    const ids = 'hop-ios,hop-android,old+app&1/ä'
    const answer = await site().ask(stats, { ...asked, app_id: ids })
    const { aggregated_data: all } = (await answer.json()) as {
      aggregated_data: Record<string, number>
    }
    const figure = (name: Metric) => page.locator(`[data-metric=${name}] .key-figure`)
    await expectText(figure('revenue')).toBe(shown('revenue', `${all.revenue_in_cents! / 100}`))
    await expectText(figure('impressions')).toBe(shown('impressions', `${all.impressions}`))
    await expectText(figure('clicks')).toBe(shown('clicks', `${all.clicks}`))
    await expectText(figure('ecpm')).toBe(shown('ecpm', `${all.ecpm_cents! / 100}`))
    await expectText(figure('ctr')).toBe(shown('ctr', `${all.clicks! / all.impressions!}`))
  })

  test('has a row with every figure for each group of every breakdown', async () => {
    const { page } = await visit('/dashboard')
    await settled(page)
    for (const by of breakdowns) {
      await choose(page, 'Break down by', titles[by])
      await eventually(() => readRows(page)).toEqual(expectedRows(by))
      await expectText(page.locator('table.report thead th').first()).toContain(titles[by])
    }
  })

  test('a new group has no change, and a group that ended shows -100%', async () => {
    const { page } = await visit('/dashboard?rows=ad_format')
    const row = (key: string) => page.locator(`tr[data-key=${key}] td`)
    await expectText(row('offer_wall').nth(2)).toBe('–')
    await expect
      .poll(async () => (await textsOf(row('native'))).slice(0, 7))
      .toEqual([...['$0.00', '0.0%', '▼-100.0%', '–', '0', '0', '–']])
  })

  test('every column sorts in both directions and shows its direction', async () => {
    const { page } = await visit('/dashboard?rows=country')
    const rows = expectedRows('country')
    await eventually(() => readRows(page)).toEqual(rows)
    const heads = page.locator('table.report thead th')
    const order = (at: number) => heads.nth(at).getAttribute('aria-sort')
    expect(await order(1)).toBe('descending')
    const titlesOfHeads = await textsOf(heads)
    expect(titlesOfHeads).toEqual([
      ...['Country', 'Revenue↓', 'Share', 'Change', 'eCPM', 'Impressions', 'Clicks', 'CTR'],
      'Trend',
    ])
    for (const at of [0, 2, 3, 4, 5, 6, 7, 1]) {
      const head = heads.nth(at).getByRole('button')
      const first = at === 0 ? 'ascending' : 'descending'
      const then = at === 0 ? 'descending' : 'ascending'
      for (const way of [first, then]) {
        await head.click()
        await eventually(() => order(at)).toBe(way)
        await eventually(() => isSorted(page, at, way)).toBe(true)
        expect(await heads.and(page.locator('[aria-sort$=cending]')).count()).toBe(1)
        expect((await readRows(page)).sort()).toEqual([...rows].sort())
      }
    }
    await expectPath(page).toBe('/dashboard?rows=country&order=revenue')
  })
})

async function isSorted(page: Page, column: number, way: string): Promise<boolean> {
  const cells = (await readRows(page)).map((row) => row[column]!)
  const compare = (a: string, b: string) =>
    column === 0 ? a.localeCompare(b, 'en') : numberIn(a) - numberIn(b)
  const pairs = cells.slice(1).map((cell, at) => compare(cells[at]!, cell))
  return pairs.every((difference) => (way === 'ascending' ? difference <= 0 : difference >= 0))
}

const numberIn = (text: string): number => Number(text.replaceAll(/[^\d.-]/g, ''))
