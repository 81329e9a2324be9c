import { expect, test } from 'vitest'
import { type Breakdown, breakdowns, decimalText } from '../fixtures/dashboard-figures.ts'
import { describeDashboard, downloadCsv, settled } from '../fixtures/dashboard-page.ts'
import { nameOf } from '../fixtures/dashboard-shown.ts'
import {
  groupsOf,
  growth,
  likeWithLike,
  linesIn,
  metrics,
  monthBefore,
  quotient,
  type Span,
  sumOf,
} from '../fixtures/dashboard-sums.ts'

const span: Span = { from: '2026-02-01', to: '2026-02-28' }

/** The expected content of the file, with amounts to the last micro. */
function expectedRows(by: Breakdown) {
  const whole = sumOf(linesIn(span)).micros
  const compared = likeWithLike(span, monthBefore)
  const now = new Map(groupsOf(compared.now, by).map((one) => [one.key, one.sums]))
  const old = new Map(groupsOf(compared.old, by).map((one) => [one.key, one.sums]))
  const none = { impressions: 0n, clicks: 0n, micros: 0n }
  const groups = groupsOf(linesIn(span), by)
  const gone = [...old.keys()].filter((key) => !groups.some((one) => one.key === key))
  return [...groups, ...gone.map((key) => ({ key, sums: none }))].map(({ key, sums }) => ({
    [by]: key,
    name: nameOf(key),
    revenue_usd: plain(decimalText(sums.micros, 6)),
    share: plain(quotient(sums.micros, whole, 3)),
    change: plain(old.has(key) ? growth('revenue', now.get(key) ?? none, old.get(key)!) : null),
    ecpm_usd: plain(metrics.ecpm(sums)),
    impressions: sums.impressions.toString(),
    clicks: sums.clicks.toString(),
    ctr: plain(metrics.ctr(sums)),
  }))
}

/** Decimals without trailing zeros; empty when there is no figure. */
const plain = (decimal: string | null): string => (decimal === null ? '' : `${Number(decimal)}`)

describeDashboard('the CSV of a table', ({ visit, site }) => {
  async function download(query: string) {
    const { page } = await visit(`/dashboard?${query}`, { acceptDownloads: true })
    await settled(page)
    return downloadCsv(page)
  }

  test.each(breakdowns)('by %s has every row, to the last micro', async (by) => {
    const { name, rows } = await download(`days=previous_month&rows=${by}`)
    expect(name).toBe(`adtally-${by}-2026-02-01-to-2026-02-28.csv`)
    expect(rows).toEqual(expectedRows(by))
  })

  test('has the cents and impressions of V2', async () => {
    const { rows } = await download('days=previous_month&rows=country')
    const asked = { start_date: span.from, end_date: span.to, group_by: 'country' }
    const answer = await site().ask('/api/v2/publisher/applications/stats', asked)
    const { data } = (await answer.json()) as { data: Record<string, string | number>[] }
    const found = rows.map((row) => ({
      country_code: row.country,
      impressions: Number(row.impressions),
      revenue_in_cents: Math.round(Number(row.revenue_usd) * 100),
    }))
    expect(found).toEqual(data.map(({ ecpm_cents: _, ...group }) => group))
  })

  test('has the order of the table', async () => {
    const { rows } = await download('days=previous_month&rows=country&order=clicks')
    const clicks = rows.map((row) => Number(row.clicks))
    expect(clicks).toEqual([...clicks].sort((a, b) => a - b))
  })
})
