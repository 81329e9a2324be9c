import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { breakdowns } from '../fixtures/dashboard-figures.ts'
import {
  choose,
  describeDashboard,
  eventually,
  expectPath,
  expectText,
  expectTexts,
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
  sumOf,
  usualDays,
  weeksBefore,
} from '../fixtures/dashboard-sums.ts'

const stats = '/api/v2/publisher/applications/stats'
const heads = (page: Page) => page.locator('table.report thead th')
const names = (page: Page) => page.locator('table.report tbody th')
const cells = (page: Page, key: string) => page.locator(`tr[data-key="${key}"] td`)

describeDashboard('the overview', ({ visit, site }) => {
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
    await expectText(page.locator('.answer:has(.key-figures) + .note')).toBe(
      '3 days may still change. 1 day without reports. 3 days without reports of Mintegral.',
    )
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

  test('has a row for each group of every breakdown, the highest revenue first', async () => {
    const { page } = await visit('/dashboard?compare=none')
    await settled(page)
    for (const by of breakdowns) {
      await choose(page, 'Break down by', titles[by])
      const keys = groupsOf(linesIn(usualDays), by).map(({ key }) => nameOf(key))
      await expectTexts(names(page)).toEqual(keys)
      await expectText(heads(page).first()).toContain(titles[by])
    }
  })

  test('a new group has no change, and a group that ended shows -100%', async () => {
    const { page } = await visit('/dashboard?rows=ad_format')
    await expectText(cells(page, 'offer_wall').nth(2)).toBe('–')
    await expect
      .poll(async () => (await textsOf(cells(page, 'native'))).slice(0, 3))
      .toEqual(['$0.00', '0.0%', '▼-100.0%'])
  })

  test('a click on the head of a column sorts by it, in both directions', async () => {
    const { page } = await visit('/dashboard?rows=country')
    await settled(page)
    expect(await textsOf(heads(page))).toEqual([
      ...['Country', 'Revenue↓', 'Share of Revenue', 'Change of Revenue'],
      ...['eCPM', 'Change of eCPM', 'Impressions', 'Change of Impressions'],
      ...['Clicks', 'Change of Clicks', 'CTR', 'Change of CTR'],
    ])
    for (const [at, first, then] of [
      [8, 'descending', 'ascending'],
      [0, 'ascending', 'descending'],
      [4, 'descending', 'ascending'],
      [1, 'descending', 'ascending'],
    ] as const) {
      for (const way of [first, then]) {
        await heads(page).nth(at).getByRole('button').click()
        await eventually(() => heads(page).nth(at).getAttribute('aria-sort')).toBe(way)
        await eventually(() => isSorted(page, at, way)).toBe(true)
        expect(await heads(page).and(page.locator('[aria-sort$=cending]')).count()).toBe(1)
      }
    }
    await expectPath(page).toBe('/dashboard?rows=country&order=revenue')
  })
})

async function isSorted(page: Page, column: number, way: string): Promise<boolean> {
  const shownCells = await textsOf(
    page.locator(`table.report tbody tr > :nth-child(${column + 1})`),
  )
  const sorted = column === 0 ? [...shownCells].sort() : shownCells.toSorted(byNumber)
  if (way === 'descending') sorted.reverse()
  return sorted.join() === shownCells.join()
}

const byNumber = (one: string, other: string): number => numberIn(one) - numberIn(other)
const numberIn = (text: string): number => Number(text.replaceAll(/[^\d.-]/g, ''))
