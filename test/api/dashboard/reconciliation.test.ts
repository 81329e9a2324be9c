import { beforeAll, describe, expect, test } from 'vitest'
import { findGaps, toTolerance } from '../../../src/use-cases/find-gaps.ts'
import { type GapView, reconcileReports } from '../../../src/use-cases/reconcile.ts'
import { parseDay } from '../../../src/values/day.ts'
import type { ReconciliationAnswer, SecondaryReportsAnswer } from '../../../web/src/api/wire.ts'
import { watchQueries } from '../../fixtures/engine-queries.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import type { Query } from '../../fixtures/report-server.ts'
import { openRestatedSite } from '../../fixtures/restated-site.ts'
import { shareSite } from '../../fixtures/share-site.ts'

const days = { start_date: '2026-02-01', end_date: '2026-03-09' }

const site = shareSite(openRestatedSite)
beforeAll(async () => {
  await site.report(['03-08 hop-ios admob 90', '03-09 hop-ios admob 80'])
  site.passDays(1)
  await site.report(
    [
      ...['02-10 hop-ios admob 100', '02-28 hop-ios admob 100.5', '03-08 hop-ios admob 100'],
      ...['03-09 hop-ios admob 79.999999', '03-09 hop-android admob 12'],
      ...['02-10 hop-ios vungle 5', '03-09 hop-android vungle 7.5'],
    ],
    { as: 'levelplay', account: 'acme' },
  )
  await site.report([
    ...['02-10 hop-ios admob 70', '02-28 hop-ios admob 100', '02-10 hop-ios vungle 5.5'],
    // Not in the other report.
    '03-09 hop-ios unityads 30',
    ...['03-07 hop-android vungle 3', '03-08 rival-ios admob 777'],
  ])
})

const ask = async (query: Query): Promise<ReconciliationAnswer> => {
  const response = await site.visitor.get('/reconciliation', {
    ...days,
    report: 'levelplay',
    by: 'month',
    ...query,
  })
  expect(response.statusCode, response.body).toBe(200)
  expect(response.headers['cache-control']).toBe('no-store')
  return response.json()
}

const cli = (tolerance = '1'): Promise<GapView[]> =>
  site.installation.call(reconcileReports, {
    report: 'levelplay',
    account: 'acme',
    tolerance,
    startDate: days.start_date,
    endDate: days.end_date,
  })

const micros = (decimal: string | undefined) =>
  decimal === undefined ? null : Math.round(Number(decimal) * 1e6)

const sum = (values: readonly (number | null)[]): number | null =>
  values.every((one) => one === null)
    ? null
    : values.reduce<number>((all, one) => all + (one ?? 0), 0)

/** The totals of the command line's gaps, by group. */
const groupsOf = (gaps: readonly GapView[], keyOf: (gap: GapView) => string) =>
  [...Map.groupBy(gaps, keyOf)].map(([key, of]) => ({
    key,
    slices: of.length,
    figures: sum(of.map(({ primary }) => micros(primary?.revenue))),
    report: sum(of.map(({ secondary }) => micros(secondary?.revenue))),
    gap: sum(of.map(({ gap }) => micros(gap))),
    labels: [...Map.groupBy(of, ({ label }) => label)]
      .map(([label, of]) => [label, of.length])
      .sort(),
  }))

const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1)

const shown = (
  { groups }: ReconciliationAnswer,
  keyOf: (one: ReconciliationAnswer['groups'][number]) => string,
) =>
  groups.map((one) => ({
    key: keyOf(one),
    slices: one.slices,
    figures: one.figures_micros,
    report: one.report_micros,
    gap: one.gap_micros,
    labels: one.labels.map(({ label, slices }) => [label, slices]).sort(),
  }))

describe('a reconciliation', () => {
  test.each(['0', '0.5', '1', '30', '100'])(
    'has the gaps and labels of the command line, with a tolerance of %s %',
    async (tolerance) => {
      const gaps = await cli(tolerance)
      const labels = new Set(gaps.map(({ label }) => label))
      expect(labels.size).toBeGreaterThan(tolerance === '100' ? 0 : 1)
      const byMonth = await ask({ tolerance })
      expect(shown(byMonth, (one) => one.start_date.slice(0, 7))).toEqual(
        groupsOf(gaps, ({ date }) => date.slice(0, 7)),
      )
      const byDay = await ask({ tolerance, by: 'day' })
      expect(shown(byDay, (one) => one.start_date)).toEqual(groupsOf(gaps, ({ date }) => date))
      const ofApps = await ask({ tolerance, by: 'app_id' })
      expect(shown(ofApps, (one) => one.app!.app_id).sort(byKey)).toEqual(
        groupsOf(gaps, (gap) => gap.app_id).sort(byKey),
      )
      const ofNetworks = await ask({ tolerance, by: 'network' })
      expect(shown(ofNetworks, (one) => one.network!).sort(byKey)).toEqual(
        groupsOf(gaps, (gap) => gap.ad_network).sort(byKey),
      )
      const slices = await ask({ tolerance, by: 'slice' })
      const keyOf = (...parts: readonly unknown[]) => parts.join(' ')
      expect(
        shown(slices, (one) => keyOf(one.start_date, one.app?.app_id, one.network)).sort(byKey),
      ).toEqual(groupsOf(gaps, (gap) => keyOf(gap.date, gap.app_id, gap.ad_network)).sort(byKey))
    },
  )

  test('keeps its labels in the days that are shown, and its sums add up', async () => {
    const all = await ask({ by: 'slice' })
    const within = { within_start_date: '2026-03-09', within_end_date: '2026-03-09' }
    const ninth = await ask({ by: 'slice', ...within })
    expect(ninth).toMatchObject({ ...days, ...within, report: 'levelplay', tolerance: '1' })
    expect(ninth.groups).toEqual(all.groups.filter(({ start_date: day }) => day === '2026-03-09'))
    expect(ninth.groups.map(({ app, network }) => `${app?.app_id} ${network}`)).toEqual([
      ...['hop-android admob', 'hop-android vungle', 'hop-ios admob'],
    ])
    expect(ninth.total.gap_micros).toBe(19_499_999)
    const march = await ask({ by: 'day', within_start_date: '2026-03-01' })
    const [february, all2] = [await ask({ by: 'day', within_end_date: '2026-02-28' }), all]
    expect(Number(march.total.gap_micros) + Number(february.total.gap_micros)).toBe(
      Number(all2.total.gap_micros),
    )
  })

  test('names what one report does not have as unknown, and no ratio of it', async () => {
    const { groups } = await ask({ by: 'slice', within_start_date: '2026-03-07' })
    const of = (day: string) =>
      groups.find(({ start_date, network }) => start_date === day && network === 'vungle')
    expect(of('2026-03-07')).toMatchObject({
      figures_micros: 3_000_000,
      report_micros: null,
      gap_micros: -3_000_000,
      gap_ratio: null,
      labels: [{ label: 'missing', slices: 1 }],
    })
    expect(of('2026-03-09')).toMatchObject({ figures_micros: null, gap_ratio: null })
    const eighth = groups.find(({ start_date: day }) => day === '2026-03-08')
    // The networks' report is of 10 March, the other one of the day after.
    expect(eighth).toMatchObject({ gap_ratio: 0.111111, labels: [{ label: 'late data' }] })
  })

  test('is of the filtered apps, platforms and networks', async () => {
    const all = await ask({ by: 'slice' })
    for (const [query, filter] of [
      [{ app_id: 'hop-ios' }, ({ app }) => app?.app_id === 'hop-ios'],
      [{ platform: 'android' }, ({ app }) => app?.platform === 'android'],
      [{ network: 'Vungle' }, ({ network }) => network === 'vungle'],
    ] as [Query, (one: ReconciliationAnswer['groups'][number]) => boolean][]) {
      expect((await ask({ by: 'slice', ...query })).groups).toEqual(all.groups.filter(filter))
    }
    expect(JSON.stringify(all)).not.toMatch(/rival|777|unityads/)
  })

  test('is of whole slices: filters of formats and countries are ignored', async () => {
    const all = await ask({ by: 'slice' })
    expect(await ask({ by: 'slice', ad_format: 'video', country: 'US' })).toEqual(all)
  })

  test('of an unknown report is refused with the known ones', async () => {
    const query = { ...days, report: 'max', by: 'day' }
    const response = await site.visitor.get('/reconciliation', query)
    expectProblem(response, 422, 'refused')
    expect(response.json().detail).toBe(
      'There is no secondary report "max". The existing ones are: levelplay.',
    )
  })

  test.each<[Query, string, RegExp]>([
    [{ tolerance: '101' }, 'tolerance', /from 0 to 100/],
    [{ tolerance: '1.234' }, 'tolerance', /two decimals/],
    [{ tolerance: '-1' }, 'tolerance', /from 0 to 100/],
    [{ by: 'year' }, 'by', /month, day, app_id, network, slice/],
    [{ by: undefined }, 'by', /month, day, app_id, network, slice/],
    [{ report: undefined }, 'report', /secondary report/],
    [{ within_start_date: '2026-01-31' }, 'within_start_date', /from 2026-02-01 to 2026-03-09/],
    [{ within_end_date: '2026-03-10' }, 'within_end_date', /from 2026-02-01 to 2026-03-09/],
    [
      { within_start_date: '2026-03-02', within_end_date: '2026-03-01' },
      'within_start_date',
      /the first one first/,
    ],
  ])('refuses %o', async (query, parameter, why) => {
    const response = await site.visitor.get('/reconciliation', {
      ...days,
      report: 'levelplay',
      by: 'day',
      ...query,
    })
    expectProblem(response, 400, 'bad_parameters', { [parameter]: why })
  })
})

test('secondary reports are listed with their days and networks', async () => {
  const response = await site.visitor.get('/secondary-reports')
  expect(response.statusCode).toBe(200)
  expect(response.json() as SecondaryReportsAnswer).toEqual({
    account: 'acme',
    currency: 'USD',
    reports: [
      {
        report: 'levelplay',
        start_date: '2026-02-10',
        end_date: '2026-03-09',
        networks: ['admob', 'vungle'],
      },
    ],
  })
})

test('a reconciliation is of one state, whatever is imported while it reads', async () => {
  const { accounts, figures, ledger } = site.installation
  const { id } = await accounts.get('acme')
  const [report] = await ledger.secondaryReports(id)
  const question = {
    days: { firstDay: parseDay(days.start_date)!, lastDay: parseDay(days.end_date)! },
    tolerance: toTolerance('1'),
  }
  const { signal } = new AbortController()
  const before = await findGaps({ ledger, figures }, report!, question, signal)
  let queries = 0
  const importing = watchQueries(figures, async () => {
    if (++queries !== 2) return
    // Changes the amounts of 10 February, and when 8 March was reported.
    await site.report(['02-10 hop-ios admob 71', '03-08 hop-ios admob 91'])
    await site.report(['02-10 hop-ios admob 333'], { as: 'levelplay', account: 'acme' })
  })
  expect(await findGaps({ ledger, figures: importing }, report!, question, signal)).toEqual(before)
  expect(queries).toBe(2)
  expect(await findGaps({ ledger, figures }, report!, question, signal)).not.toEqual(before)
})
