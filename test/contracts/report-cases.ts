import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Sum } from '../../src/reporting/metrics.ts'
import { planReport } from '../../src/reporting/plan-report.ts'
import { ReportError } from '../../src/reporting/report-error.ts'
import type { ReportPlan } from '../../src/reporting/report-plan.ts'
import type { ReportRequest } from '../../src/reporting/report-request.ts'
import type { SumColumn } from '../../src/reporting/report-store.ts'
import { runPlan } from '../../src/reporting/run-report.ts'
import { type Day, formatDay, parseDay } from '../../src/values/day.ts'
import { type Figure, never, type OpenStore, put } from './stored-figures.ts'

const day = (text: string): Day => parseDay(text)!
const span = (first: string, last = first) => ({ firstDay: day(first), lastDay: day(last) })

/** A row of app 11: `date network country`, then impressions, clicks, installs, requests and micros. */
function row(
  key: string,
  [impressions, clicks, micros, requests = null, matched = null]: readonly (number | null)[],
  more: Partial<Figure> = {},
): Figure {
  const [date = '', network = '', country = ''] = key.split(' ')
  const count = (value: number | null | undefined) => (value == null ? null : BigInt(value))
  return {
    day: day(date),
    app: 11,
    network,
    format: 'video',
    country,
    impressions: BigInt(impressions ?? 0),
    clicks: count(clicks),
    installs: null,
    requests: count(requests),
    matchedRequests: count(matched),
    revenueMicros: BigInt(micros ?? 0),
    ...more,
  }
}

const stored: Figure[] = [
  row('2024-02-29 admob US', [100, 5, 2_000_001, 400, 300]),
  row('2024-02-29 admob DE', [50, null, 500_000, 90, null]),
  row('2024-03-01 admob US', [10, 0, 1_000]),
  row('2024-03-04 zeta US', [7, 1, -30_000, null, 8], { app: 12, adTag: 'ｚ' }),
  row('2024-03-04 zeta US', [3, 1, 7_000], { app: 12, adTag: '😀' }),
  row('2024-03-10 zeta FR', [0, 0, 0], { app: 13 }),
  row('2023-02-28 admob US', [20, 2, 900_000]),
  // A week that begins before 1970, and the last day that ClickHouse stores.
  row('1970-01-01 admob US', [1, 1, 1]),
  row('1970-01-05 admob US', [2, 1, 1]),
  row('2149-06-06 admob US', [4, 1, 1]),
]

const base: ReportRequest = {
  account: 1,
  apps: null,
  days: span('2024-02-26', '2024-03-10'),
  filters: {},
  dimensions: [],
  metrics: ['impressions'],
  sorted: true,
  totals: null,
}

/** Reports of any dimensions, filters and orders, of one range or two. */
export function reportCases(open: () => Promise<OpenStore>): void {
  let opened: OpenStore
  beforeAll(async () => {
    opened = await open()
    await put(opened.slices, stored)
  })
  afterAll(() => opened.close())

  const planOf = (more: Partial<ReportRequest>) => planReport({ ...base, ...more })
  const read = (more: Partial<ReportRequest>) => readAll(opened, planOf(more))
  const count = (more: Partial<ReportRequest>) => opened.store.countRows(planOf(more), never)

  test('weeks begin on Monday, also before 1970 and at the last day that can be stored', async () => {
    const week = { dimensions: ['week' as const] }
    expect(await read(week)).toEqual(['2024-02-26 160', '2024-03-04 10'])
    expect(await read({ ...week, days: span('1969-12-01', '1970-02-01') })).toEqual([
      '1969-12-29 1',
      '1970-01-05 2',
    ])
    expect(await read({ ...week, days: span('2149-06-01', '2149-06-30') })).toEqual([
      '2149-06-02 4',
    ])
  })

  test('months begin on their first day', async () => {
    const month = { dimensions: ['month' as const] }
    expect(await read(month)).toEqual(['2024-02-01 150', '2024-03-01 20'])
    expect(await read({ ...month, days: span('1969-12-01', '1970-02-01') })).toEqual([
      '1970-01-01 3',
    ])
  })

  test('apps are grouped by what the request calls them', async () => {
    const labels = ['Brick', 'Zap']
    const appName = {
      labels,
      codes: new Map([
        [11, 1],
        [12, 0],
        [13, 1],
      ]),
    }
    const request = { appGroups: { appName }, dimensions: ['appName' as const] }
    expect(await read(request)).toEqual(['Brick 10', 'Zap 160'])
    expect(await count(request)).toBe(2)
    const byNetwork = { ...request, dimensions: ['appName', 'network'] as const }
    expect(await read({ ...byNetwork, metrics: ['knownCtr'] })).toEqual([
      'Brick zeta 2 2 10',
      'Zap admob 5 2 110',
      'Zap zeta 0 1 0',
    ])
  })

  test('thousands of apps have groups', async () => {
    const codes = new Map(Array.from({ length: 5_000 }, (_, key) => [key, key % 7]))
    const appName = { labels: ['a', 'b', 'c', 'd', 'e', 'f', 'g'], codes }
    const apps = [...codes.keys()]
    // 11, 12 and 13 modulo 7.
    const expected = ['e 160', 'f 10', 'g 0']
    const request = { appGroups: { appName }, dimensions: ['appName' as const] }
    expect(await read(request)).toEqual(expected)
    expect(await read({ ...request, apps, excluded: { formats: ['banner'] } })).toEqual(expected)
    const compared = { ...request, fillDays: true, dimensions: ['month', 'appName'] as const }
    const comparison = { days: span('2023-02-26', '2023-03-10'), shift: { months: 12 } }
    expect(await read({ ...compared, apps, comparison, limit: 2 })).toEqual([
      '2024-02-01 e 150 :2 | 20 :2',
      '2024-02-01 f 0 :0 | 0 :0',
    ])
  })

  test('ad tags are sorted by their UTF-8 bytes', async () => {
    expect(await read({ dimensions: ['adTag'] })).toEqual(['default 160', 'ｚ 7', '😀 3'])
    const order = [{ by: 'adTag' as const, descending: true }]
    expect(await read({ dimensions: ['adTag'], order })).toEqual(['😀 3', 'ｚ 7', 'default 160'])
  })

  test('excluded values select the other rows, and unknown ones exclude nothing', async () => {
    const dimensions = ['network', 'country'] as const
    const rows = async (excluded: ReportRequest['excluded']) =>
      read({ dimensions, excluded: excluded! })
    expect(await rows({ countries: ['US', 'QQ'] })).toEqual(['admob DE 50', 'zeta FR 0'])
    expect(await rows({ networks: ['zeta'], countries: ['US'] })).toEqual(['admob DE 50'])
    const all = ['admob DE 50', 'admob US 110', 'zeta FR 0', 'zeta US 10']
    expect(await rows({ networks: ['nobody'], adTags: [] })).toEqual(all)
    expect(await rows({ adTags: ['default', 'default'] })).toEqual(['zeta US 10'])
    expect(
      await read({ filters: { networks: ['zeta'] }, excluded: { networks: ['zeta'] } }),
    ).toEqual(['0'])
  })

  test('counts of rows that know them are apart from zeros', async () => {
    const known = {
      metrics: ['knownClicks', 'knownCtr'] as const,
      dimensions: ['country'] as const,
    }
    // Clicks, how many rows know them, and the impressions of those.
    expect(await read(known)).toEqual(['DE 0 0 0', 'FR 0 1 0', 'US 7 4 120'])
    const fill = { metrics: ['fillRate'] as const, dimensions: ['country'] as const }
    expect(await read(fill)).toEqual(['DE 0 0 0', 'FR 0 0 0', 'US 400 300 1'])
    expect(await read({ metrics: ['requests', 'requestsCoverage'] })).toEqual(['170 490 2 150'])
  })

  test('totals are given for new dimensions too', async () => {
    const codes = new Map([
      [11, 1],
      [12, 0],
      [13, 1],
    ])
    const appGroups = { appName: { labels: ['Brick', 'Zap'], codes } }
    const dimensions = ['week', 'appName', 'adTag'] as const
    const of = async (totals: ReportRequest['totals']) => {
      const plan = planOf({ dimensions, appGroups, totals })
      const answer = await runPlan(plan, opened.store, never)
      const found = answer.totals.map(({ codes, sums }) => [
        ...Object.values(codes),
        sums.impressions,
      ])
      expect(await textsOf(plan, answer.chunks)).toEqual([
        ...['2024-02-26 Zap default 160', '2024-03-04 Brick ｚ 7', '2024-03-04 Brick 😀 3'],
        '2024-03-04 Zap default 0',
      ])
      return found.sort()
    }
    expect(await of([])).toEqual([[170]])
    expect(await of(['week'])).toEqual([
      [day('2024-02-26'), 160],
      [day('2024-03-04'), 10],
    ])
    expect(await of(['appName'])).toEqual([
      [0, 10],
      [1, 160],
    ])
  })

  test('metrics sort by the value that is shown, unknown ones last', async () => {
    const order = (by: 'ecpm' | 'knownCtr', descending: boolean) => ({
      dimensions: ['country' as const],
      metrics: [by],
      order: [{ by, descending }],
    })
    const names = async (request: Partial<ReportRequest>) =>
      (await read(request)).map((text) => text.split(' ')[0])
    // 10.0 for DE, about 16.5 for US, and 0 without impressions.
    // Engines compile expressions that they run often.
    for (let run = 0; run < 6; run++) {
      expect(await names(order('ecpm', true))).toEqual(['US', 'DE', 'FR'])
    }
    expect(await names(order('ecpm', false))).toEqual(['FR', 'DE', 'US'])
    expect(await names(order('knownCtr', true))).toEqual(['US', 'FR', 'DE'])
    expect(await names(order('knownCtr', false))).toEqual(['FR', 'US', 'DE'])
    const pages = [0, 1, 2, 3].map((offset) => names({ ...order('ecpm', true), limit: 1, offset }))
    expect(await Promise.all(pages)).toEqual([['US'], ['DE'], ['FR'], []])
    expect(await count({ ...order('ecpm', true), limit: 1, offset: 2 })).toBe(3)
    expect(await names({ ...order('ecpm', true), offset: 1 })).toEqual(['DE', 'FR'])
  })

  test('metrics whose shown values are equal sort by the dimensions', async () => {
    const micros = { AT: 4, BE: 3, CH: 5, ES: 14, IT: -5, PT: -4 }
    const rows = Object.entries(micros).map(([country, revenue]) =>
      row(`2024-04-01 admob ${country}`, [100, 0, revenue]),
    )
    await put(opened.slices, rows)
    const order = (descending: boolean) => ({
      days: span('2024-04-01'),
      dimensions: ['country' as const],
      metrics: ['ecpm' as const],
      order: [{ by: 'ecpm' as const, descending }],
    })
    const countries = async (descending: boolean) =>
      (await read(order(descending))).map((text) => text.slice(0, 2))
    // A tenth of the micros, in units of 0.0001: 0, 0, 1, 1, -1 and 0.
    expect(await countries(true)).toEqual(['CH', 'ES', 'AT', 'BE', 'PT', 'IT'])
    expect(await countries(false)).toEqual(['IT', 'AT', 'BE', 'PT', 'CH', 'ES'])
  })

  test('apps sort by their rank where it is given, and else by key', async () => {
    const app = {
      labels: ['a', 'b', 'c'],
      codes: new Map([
        [11, 1],
        [12, 0],
        [13, 2],
      ]),
    }
    const order = [{ by: 'app' as const, descending: false }]
    const request = { dimensions: ['app' as const], order, appGroups: { app } }
    expect(await read(request)).toEqual(['12 10', '11 160', '13 0'])
    expect(await read({ ...request, appGroups: {} })).toEqual(['11 160', '12 10', '13 0'])
  })

  test('a range is compared with the same days of the year before', async () => {
    const comparison = { days: span('2023-02-26', '2023-03-10'), shift: { months: 12 } }
    const dimensions = ['day', 'country'] as const
    expect(await read({ dimensions, comparison })).toEqual([
      '2024-02-28 US 0 :0 | 20 :2',
      '2024-02-29 DE 50 :2 | 0 :0',
      '2024-02-29 US 100 :2 | 0 :0',
      '2024-03-01 US 10 :2 | 0 :0',
      '2024-03-04 US 10 :2 | 0 :0',
      '2024-03-10 FR 0 :2 | 0 :0',
    ])
    expect(await count({ dimensions, comparison, limit: 2 })).toBe(6)
    // 29 February of the year before counts as 28.
    const later = { days: span('2024-02-26', '2024-03-01'), shift: { months: 12 } }
    expect(
      await read({
        dimensions: ['day'],
        days: span('2025-02-26', '2025-03-01'),
        comparison: later,
      }),
    ).toEqual(['2025-02-28 0 :0 | 150 :2', '2025-03-01 0 :0 | 10 :2'])
  })

  test('a compared day never counts before the first day of the range', async () => {
    const comparison = { days: span('2023-02-28'), shift: { months: 12 } }
    expect(await read({ dimensions: ['day'], days: span('2024-02-29'), comparison })).toEqual([
      '2024-02-29 150 :2 | 20 :2',
    ])
  })

  test('only paired days of networks are compared, and rows keep all figures of their range', async () => {
    const pair = (one: string, other: string) => ({ day: day(one), other: day(other) })
    const asked = {
      days: span('2024-02-26', '2024-03-01'),
      comparison: { days: span('2024-03-01', '2024-03-05'), shift: { days: -4 } },
      comparedPairs: new Map([
        ['admob', [pair('2024-02-26', '2024-03-01'), pair('2024-02-29', '2024-03-04')]],
        ['zeta', [pair('2024-02-27', '2024-03-02')]],
        ['nobody', [pair('2024-02-28', '2024-03-03')]],
      ]),
    }
    const dimensions = ['network', 'country'] as const
    // The last sums are those of the range on compared days: not 1 March.
    expect(await read({ ...asked, dimensions })).toEqual([
      'admob DE 50 :2 | 0 :1 | 50 :2',
      'admob US 110 :2 | 10 :2 | 100 :2',
    ])
    expect(await count({ ...asked, dimensions })).toBe(2)
    expect(await read({ ...asked, dimensions: ['day'] })).toEqual([
      '2024-02-26 0 :0 | 10 :2 | 0 :1',
      '2024-02-29 150 :2 | 0 :1 | 150 :2',
      '2024-03-01 10 :2 | 0 :0 | 0 :0',
    ])
    expect(await read({ ...asked, comparedPairs: new Map() })).toEqual(['160 :2 | 0 :0 | 0 :0'])
  })

  test('rows are sorted by figures of the comparison and by changes, unknown ones last', async () => {
    const sorted = (
      by: 'impressions' | 'revenue',
      of: 'previous' | 'change',
      descending: boolean,
    ) =>
      read({
        days: span('2024-02-29', '2024-03-04'),
        dimensions: ['country'],
        comparison: { days: span('2024-02-28', '2024-03-03'), shift: { days: 1 } },
        metrics: ['impressions', 'revenue'],
        order: [{ by, of, descending }],
      })
    // 9 % more impressions and 1 % less revenue in the US; the same in Germany.
    const [us, de] = ['US 120 1978001 :2 | 110 2001001 :2', 'DE 50 500000 :2 | 50 500000 :2']
    expect(await sorted('impressions', 'previous', false)).toEqual([de, us])
    expect(await sorted('impressions', 'change', true)).toEqual([us, de])
    expect(await sorted('revenue', 'change', true)).toEqual([de, us])
    const alone = {
      days: span('2024-02-29'),
      comparison: { days: span('2024-03-04'), shift: { days: -4 } },
    }
    const order = [{ by: 'revenue', of: 'change', descending: false }] as const
    // Germany has nothing to change from, and in the US revenue was negative.
    expect(
      await read({ ...alone, dimensions: ['country'], metrics: ['revenue'], order: [...order] }),
    ).toEqual(['US 2000001 :2 | -23000 :2', 'DE 500000 :2 | 0 :1'])
  })

  test('a row that is not in a range is zero where its slice was reported, and else unknown', async () => {
    const comparison = { days: span('2024-03-01', '2024-03-04'), shift: { days: -4 } }
    const days = span('2024-02-26', '2024-02-29')
    const dimensions = ['network', 'country'] as const
    expect(await read({ dimensions, days, comparison })).toEqual([
      'admob DE 50 :2 | 0 :1',
      'admob US 100 :2 | 10 :2',
      'zeta US 0 :0 | 10 :2',
    ])
    const filters = { countries: ['DE'] }
    expect(await read({ days, comparison, filters })).toEqual(['50 :2 | 0 :1'])
    const none = { formats: ['nobody'], networks: ['admob'] }
    expect(await read({ days, comparison, filters: none })).toEqual(['0 :1 | 0 :1'])
    expect(await read({ days, comparison, filters: { ...none, networks: ['zeta'] } })).toEqual([
      '0 :0 | 0 :1',
    ])
  })

  test('days without figures are filled for every combination that occurs', async () => {
    const days = span('2024-03-03', '2024-03-05')
    expect(await read({ dimensions: ['day', 'adTag'], days, fillDays: true })).toEqual([
      ...['2024-03-03 ｚ 0 :0', '2024-03-03 😀 0 :0', '2024-03-04 ｚ 7 :2'],
      ...['2024-03-04 😀 3 :2', '2024-03-05 ｚ 0 :0', '2024-03-05 😀 0 :0'],
    ])
    const nothing = span('2030-12-31', '2031-01-06')
    expect(await read({ dimensions: ['week'], days: nothing, fillDays: true })).toEqual([
      '2030-12-30 0 :0',
      '2031-01-06 0 :0',
    ])
    const filters = { countries: ['DE'] }
    const february = span('2024-02-29', '2024-03-01')
    expect(await read({ dimensions: ['day'], days: february, filters, fillDays: true })).toEqual([
      '2024-02-29 50 :2',
      '2024-03-01 0 :1',
    ])
    expect(await count({ dimensions: ['day', 'adTag'], days, fillDays: true, limit: 1 })).toBe(6)
  })

  test('days that cannot be stored are filled too', async () => {
    const days = span('1969-12-30', '1970-01-02')
    expect(await read({ dimensions: ['day'], days, fillDays: true })).toEqual([
      ...['1969-12-30 0 :0', '1969-12-31 0 :0', '1970-01-01 1 :2', '1970-01-02 0 :0'],
    ])
    const comparison = { days: span('1970-01-01', '1970-01-05'), shift: { days: -40_000 } }
    const long = span('1860-06-26', '1860-06-30')
    expect(await read({ dimensions: ['month'], days: long, comparison })).toEqual([
      '1860-06-01 0 :0 | 3 :2',
    ])
  })

  test('a sum beyond 64 bits is refused, however rows are sorted and compared', async () => {
    const most = 2n ** 62n
    const rows = ['US', 'DE', 'FR'].map((country, nth) =>
      row(`2024-03-01 admob ${country}`, [], { app: 21 + nth, impressions: most, clicks: 1n }),
    )
    await put(opened.slices, rows)
    const huge = { account: 2, days: span('2024-03-01') }
    const comparison = { days: span('2024-02-01'), shift: { days: 29 } }
    const order = [{ by: 'impressions' as const, descending: true }]
    for (const more of [{ comparison }, { order }, { metrics: ['knownCtr' as const] }]) {
      const refused = read({ ...huge, ...more, filters: { formats: ['video'] } })
      await expect(refused).rejects.toThrow(ReportError)
    }
    const byCountry = await read({
      ...huge,
      dimensions: ['country'],
      order,
      metrics: ['impressions', 'ecpm'],
    })
    expect(byCountry).toEqual(['DE', 'FR', 'US'].map((country) => `${country} ${most} 0`))
  })

  describe('a state', () => {
    let states: OpenStore
    const nth = (figure: number) => row('2024-03-01 admob US', [figure, 0, 0])
    beforeAll(async () => {
      states = await open()
      for (const figure of [1, 2, 3]) await put(states.slices, [nth(figure)])
    })
    afterAll(() => states.close())

    const at = (entry: number) => readAll(states, planOf({ entry, dimensions: ['country'] }))

    test('is read again by its entry', async () => {
      const entries = [0, 1, 2, 3]
      const expected = [[], ['US 1'], ['US 2'], ['US 3']]
      expect(await Promise.all(entries.map(at))).toEqual(expected)
      const counts = entries.map((entry) =>
        states.store.countRows(planOf({ entry, dimensions: ['country'] }), never),
      )
      expect(await Promise.all(counts)).toEqual([0, 1, 1, 1])
    })

    test('has a version and the time of its commit', async () => {
      const { store } = states
      const current = await store.states.asOf(null)
      const committedAtMs = Date.parse('2026-03-10T00:00:00Z')
      expect(current).toMatchObject({ entry: 3, generation: 0, committedAtMs })
      expect(current.version).toBe(await store.states.version())
      expect(await store.states.after(3)).toEqual(current)
      expect(await store.states.asOf(committedAtMs)).toEqual(current)
      const before = await store.states.asOf(committedAtMs - 1)
      expect(before).toMatchObject({ entry: 0, committedAtMs: null })
      expect(await store.states.after(0)).toEqual(before)
      const versions = await Promise.all([0, 1, 2, 3].map((entry) => store.states.after(entry)))
      expect(new Set(versions.map((state) => state!.version)).size).toBe(4)
      for (const entry of [4, 1_000_000, 2 ** 32, 2 ** 40, -1, 1.5]) {
        expect(await store.states.after(entry), String(entry)).toBeNull()
      }
    })

    test('has its version on its answers, also after a later import', async () => {
      const entry = (await states.store.states.asOf(null)).entry
      const plan = planOf({ entry, dimensions: ['country'] })
      const { version } = (await states.store.states.after(entry))!
      await put(states.slices, [nth(4)])
      const answer = await runPlan(plan, states.store, never)
      expect(answer.version).toBe(version)
      expect(await textsOf(plan, answer.chunks)).toEqual(['US 3'])
    })

    test('stays as it is while imports are committed', async () => {
      const { entry } = await states.store.states.asOf(null)
      const expected = await at(entry)
      const importing = (async () => {
        for (let figure = 10; figure < 20; figure++) await put(states.slices, [nth(figure)])
      })()
      let isDone = false
      void importing.finally(() => (isDone = true)).catch(() => undefined)
      while (!isDone) expect(await at(entry)).toEqual(expected)
      await importing
    })
  })
}

const readAll = async ({ store }: OpenStore, plan: ReportPlan) =>
  textsOf(plan, (await runPlan(plan, store, never)).chunks)

/** Rows as text: dimensions, sums, `:` and the status; after `|` those of the comparison. */
async function textsOf(
  { dimensions, sums }: ReportPlan,
  chunks: Awaited<ReturnType<typeof runPlan>>['chunks'],
): Promise<string[]> {
  const texts: string[] = []
  for await (const chunk of chunks) {
    for (let row = 0; row < chunk.rowCount; row++) {
      const keys = dimensions.map((name) => {
        const { codes, labels } = chunk.dimensions[name]!
        const code = codes[row]!
        return labels?.[code] ?? (name === 'app' ? code : formatDay(code as Day))
      })
      const side = (of: {
        sums: Partial<Record<Sum, SumColumn>>
        statuses?: ArrayLike<number>
      }) => [
        ...sums.map((sum) => of.sums[sum]![row]),
        ...(of.statuses ? [`:${of.statuses[row]}`] : []),
      ]
      const compared = chunk.compared ? ['|', ...side(chunk.compared)] : []
      const comparable = chunk.comparable ? ['|', ...side(chunk.comparable)] : []
      texts.push([...keys, ...side(chunk), ...compared, ...comparable].join(' '))
    }
  }
  return texts
}
