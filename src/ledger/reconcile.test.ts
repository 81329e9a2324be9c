import { describe, expect, test } from 'vitest'
import { addDays, parseDay } from '../values/day.ts'
import { atOnce } from '../values/turns.ts'
import type { ReportedDay } from './figure-ledger.ts'
import {
  type ReconciledDays,
  type ReportedFigure,
  reconcileInSteps,
  type Tolerance,
} from './reconcile.ts'

const monday = parseDay('2026-03-02')!
const dayMs = 86_400_000
const onePercent: Tolerance = { basisPoints: 100, micros: 10_000n }
const none: Tolerance = { basisPoints: 0, micros: 0n }
const noReportedDays: ReconciledDays = { primary: [], secondary: [] }

const reconcile = (...given: Parameters<typeof reconcileInSteps>) =>
  atOnce(reconcileInSteps(...given))

type Amounts = readonly (number | null)[]

/** One figure for each amount that is not null, on the days from Monday on. */
function figures(amounts: Amounts, { impressions = 100, app = 1, network = 'admob' } = {}) {
  return amounts.flatMap((micros, index): ReportedFigure[] =>
    micros === null
      ? []
      : [
          {
            day: addDays(monday, index),
            app,
            network,
            impressions: BigInt(impressions),
            revenueMicros: BigInt(micros),
          },
        ],
  )
}

/** Background of the days from Monday on; `changed` in milliseconds after each day's beginning. */
function background(days: number, changed: number, dayZone = 'UTC'): ReportedDay[] {
  return Array.from({ length: days }, (_, index) => {
    const day = addDays(monday, index)
    const lastChangeAtMs = day * dayMs + changed
    return { day, network: 'admob', restated: false, lastChangeAtMs, dayZone }
  })
}

const labels = (
  primary: readonly ReportedFigure[],
  secondary: readonly ReportedFigure[],
  reported = noReportedDays,
  tolerance = onePercent,
) => reconcile(primary, secondary, reported, tolerance).map(({ label }) => label)

/** The label of one day with these two amounts, in reports that both have the network. */
const label = (one: number | null, other: number | null, tolerance = onePercent) =>
  labels(
    figures([one]),
    [...figures([other]), ...figures([0], { app: 9 })],
    noReportedDays,
    tolerance,
  )[0]

describe('a comparison', () => {
  test('has both figures and the gap, by day, app and network', () => {
    const primary = [
      ...figures([null, 5_000_000], { app: 2 }),
      ...figures([3_000_000, 4_000_000], { impressions: 7 }),
    ]
    const secondary = [
      ...figures([3_500_000], { network: 'vungle' }),
      ...figures([3_500_000, null], { impressions: 8 }),
    ]
    const rows = reconcile(primary, secondary, noReportedDays, none)
    expect(
      rows.map(({ day, app, network, primary: left, secondary: right, gapMicros }) => [
        ...[day - monday, app, network],
        ...[left?.revenueMicros ?? null, left?.impressions, right?.revenueMicros ?? null],
        gapMicros,
      ]),
    ).toEqual([
      [0, 1, 'admob', 3_000_000n, 7n, 3_500_000n, 500_000n],
      [0, 1, 'vungle', null, undefined, 3_500_000n, 3_500_000n],
      [1, 1, 'admob', 4_000_000n, 7n, null, -4_000_000n],
      [1, 2, 'admob', 5_000_000n, 100n, null, -5_000_000n],
    ])
  })

  test('is sorted, in whatever order figures come', () => {
    const networks = ['vungle', 'admob', 'inmobi', 'tapjoy']
    const rows = (order: readonly string[]) => order.flatMap((network) => figures([1], { network }))
    for (const order of [networks, networks.toReversed()]) {
      const gaps = reconcile(rows(order), rows(order), noReportedDays, none)
      expect(gaps.map(({ network }) => network)).toEqual(networks.toSorted())
    }
  })

  test('omits networks that the secondary report does not have', () => {
    const primary = [...figures([1, 2], { network: 'ownnet' }), ...figures([9], { app: 3 })]
    const rows = reconcile(primary, figures([5]), noReportedDays, none)
    expect(rows.map(({ app, network }) => [app, network])).toEqual([
      [1, 'admob'],
      [3, 'admob'],
    ])
    expect(reconcile(primary, [], noReportedDays, none)).toEqual([])
  })
})

describe('below tolerance', () => {
  test.each([
    ['exactly the percentage of the larger', 100_000_000, 99_000_000, 'below tolerance'],
    ['a micro more than it', 100_000_000, 98_999_999, 'unexplained'],
    ['exactly the percentage, the other way round', 99_000_000, 100_000_000, 'below tolerance'],
    ['a micro more, the other way round', 98_999_999, 100_000_000, 'unexplained'],
    ['exactly one cent', 20_000, 10_000, 'below tolerance'],
    ['a micro more than a cent', 20_001, 10_000, 'unexplained'],
    ['no gap', 5, 5, 'below tolerance'],
    ['exactly the percentage below zero', -100_000_000, -99_000_000, 'below tolerance'],
    ['a micro more below zero', -100_000_000, -98_999_999, 'unexplained'],
    ['amounts on both sides of zero', -1_000_000, 1_000_000, 'unexplained'],
    ['a cent over zero', -5_000, 5_000, 'below tolerance'],
  ])('%s', (_title, one, other, expected) => {
    expect(label(one, other)).toBe(expected)
  })

  test('includes only equal figures when the tolerance is 0', () => {
    expect(label(7, 7, none)).toBe('below tolerance')
    expect(label(7, 8, none)).toBe('unexplained')
    expect(label(0, null, none)).toBe('below tolerance')
  })

  test('is a cent that only one report has', () => {
    expect([label(10_000, null), label(null, 10_000)]).toEqual(Array(2).fill('below tolerance'))
    expect([label(10_001, null), label(null, 10_001)]).toEqual(['missing', 'missing'])
  })
})

describe('time zone', () => {
  const shifted: [Amounts, Amounts] = [
    [10_000_000, 20_000_000, 30_000_000],
    [13_000_000, 17_000_000, 30_000_000],
  ]
  const zones = (primary: string, secondary: string): ReconciledDays => ({
    primary: background(3, 2 * dayMs, primary),
    secondary: background(3, 2 * dayMs, secondary),
  })
  const [left, right] = [figures(shifted[0]), figures(shifted[1])]

  test('is the label when the clocks differ and the sums agree; days within tolerance keep theirs', () => {
    expect(labels(left, right, zones('UTC', 'America/Los_Angeles'))).toEqual([
      ...['time zone', 'time zone', 'below tolerance'],
    ])
  })

  test('is not affected by the clocks of other networks', () => {
    const other = (dayZone: string) =>
      background(3, dayMs, dayZone).map((one) => ({ ...one, network: 'vungle' }))
    const { primary, secondary } = zones('UTC', 'Asia/Tokyo')
    const differ = {
      primary: [...other('UTC'), ...primary],
      secondary: [...other('UTC'), ...secondary],
    }
    expect(labels(left, right, differ)[0]).toBe('time zone')
    const same = {
      primary: [...other('UTC'), ...primary],
      secondary: [...other('Asia/Tokyo'), ...primary],
    }
    expect(labels(left, right, same)[0]).toBe('unexplained')
  })

  test('is not the label when the clocks are the same', () => {
    expect(labels(left, right, zones('UTC', 'UTC'))).toEqual([
      ...['unexplained', 'unexplained', 'below tolerance'],
    ])
  })

  test('is not the label when the sums differ', () => {
    const less = figures([13_000_000, 16_000_000, 30_000_000])
    // 60 and 59 dollars are 1.7 percent apart.
    expect(labels(left, less, zones('UTC', 'America/Los_Angeles')).slice(0, 2)).toEqual([
      ...['unexplained', 'unexplained'],
    ])
  })

  test('explains a day at the start or end that only one report has', () => {
    const rows = labels(figures([5_000_000, 5_000_000]), figures([null, 10_000_000]), {
      ...zones('UTC', 'Asia/Tokyo'),
    })
    expect(rows).toEqual(['time zone', 'time zone'])
  })

  test('is found for each app separately', () => {
    const primary = [...left, ...figures([10_000_000], { app: 2 })]
    const secondary = [...right, ...figures([5_000_000], { app: 2 })]
    expect(labels(primary, secondary, zones('UTC', 'Asia/Tokyo'))).toEqual([
      ...['time zone', 'unexplained', 'time zone', 'below tolerance'],
    ])
  })
})

describe('currency', () => {
  const euros = [10_000_000, 20_000_000, 30_000_000]
  const times = (...factors: number[]) =>
    factors.map((factor, index) => Math.round(euros[index]! * factor))

  test('is the same ratio on three days with the same impressions', () => {
    expect(labels(figures(euros), figures(times(1.1, 1.1, 1.1)))).toEqual(Array(3).fill('currency'))
    expect(labels(figures(euros), figures(times(0.9, 0.9, 0.9)))).toEqual(Array(3).fill('currency'))
  })

  test('is a ratio that moves by less than 2 percent, and not one that moves by more', () => {
    expect(labels(figures(euros), figures(times(1.1, 1.11, 1.12)))).toEqual(
      Array(3).fill('currency'),
    )
    expect(labels(figures(euros), figures(times(1.1, 1.11, 1.13)))).toEqual(
      Array(3).fill('unexplained'),
    )
  })

  test('is not a ratio that moves by exactly 2 percent', () => {
    expect(labels(figures(euros), figures(times(2, 2, 2.04)))).toEqual(Array(3).fill('unexplained'))
  })

  test.each<[string, number | null, number | null]>([
    ['no amount in the primary report', 0, 5_000_000],
    ['no amount in the secondary report', 5_000_000, 0],
    ['an amount below zero in the primary report', -5_000_000, 5_000_000],
    ['an amount below zero in the secondary report', 5_000_000, -5_000_000],
    ['no figures in the primary report', null, 5_000_000],
  ])('is concluded without a day that has %s', (_title, one, other) => {
    const rows = labels(figures([...euros, one]), figures([...times(1.1, 1.1, 1.1), other]))
    expect(rows).toEqual(Array(4).fill('currency'))
  })

  test.each([
    ['equal amounts', 1, onePercent],
    ['a ratio within the tolerance', 1.25, { basisPoints: 2_500, micros: 0n }],
  ])('is not concluded from %s', (_title, ratio, tolerance) => {
    const secondary = figures([...times(ratio, ratio, ratio), null])
    const rows = labels(figures([...euros, 5_000_000]), secondary, noReportedDays, tolerance)
    expect(rows).toEqual([...Array(3).fill('below tolerance'), 'missing'])
  })

  test('is not concluded when the impressions of one day differ', () => {
    const [first, ...rest] = figures(times(1.1, 1.1, 1.1))
    const secondary = [{ ...first!, impressions: 98n }, ...rest]
    expect(labels(figures(euros), secondary)).toEqual(Array(3).fill('unexplained'))
  })

  test('is not concluded from two days, or when impressions differ', () => {
    expect(labels(figures(euros.slice(1)), figures(times(1.1, 1.1, 1.1).slice(1)))).toEqual([
      ...['unexplained', 'unexplained'],
    ])
    const other = figures(times(1.1, 1.1, 1.1), { impressions: 98 })
    expect(labels(figures(euros), other)).toEqual(Array(3).fill('unexplained'))
  })

  test('allows impressions within the percentage', () => {
    const close = figures(times(1.1, 1.1, 1.1), { impressions: 99 })
    expect(labels(figures(euros), close)).toEqual(Array(3).fill('currency'))
  })
})

describe('late data', () => {
  const given = (primary: number, secondary: number): ReconciledDays => ({
    primary: background(1, primary),
    secondary: background(1, secondary),
  })
  const [more, less] = [figures([10_000_000]), figures([5_000_000])]

  test('is a smaller amount that was reported earlier, soon after the day', () => {
    expect(labels(less, more, given(dayMs, 5 * dayMs))).toEqual(['late data'])
    expect(labels(more, less, given(5 * dayMs, dayMs))).toEqual(['late data'])
  })

  test('is not a smaller amount that was reported later or at the same time', () => {
    expect(labels(less, more, given(2 * dayMs, dayMs))).toEqual(['unexplained'])
    expect(labels(less, more, given(dayMs, dayMs))).toEqual(['unexplained'])
  })

  test('ends two days after the day’s end', () => {
    expect(labels(less, more, given(3 * dayMs - 1, 9 * dayMs))).toEqual(['late data'])
    expect(labels(less, more, given(3 * dayMs, 9 * dayMs))).toEqual(['unexplained'])
  })

  test('is decided by the reports of the same day and network', () => {
    const early = { ...background(1, dayMs)[0]! }
    const others = [
      { ...early, network: 'vungle' },
      { ...early, day: addDays(monday, 1) },
      { ...early, day: addDays(monday, -1) },
    ]
    const { primary, secondary } = given(4 * dayMs, 5 * dayMs)
    expect(labels(less, more, { primary: [...others, ...primary], secondary })).toEqual([
      'unexplained',
    ])
    expect(labels(less, more, { primary: others, secondary })).toEqual(['unexplained'])
  })

  test('is also an app that the earlier report of that day did not have yet', () => {
    const late = given(dayMs, 5 * dayMs)
    expect(labels([], more, late)).toEqual(['late data'])
    expect(labels([], more, { ...late, primary: [] })).toEqual(['missing'])
  })
})

test('the first label that applies is given: tolerance, time zone, currency, late data, missing', () => {
  const euros = [10_000_000, 20_000_000, 30_000_000]
  const dollars = [11_000_000, 22_000_000, 33_000_000]
  const wide = { basisPoints: 1_000, micros: 0n }
  const zones = {
    primary: background(3, dayMs, 'UTC'),
    secondary: background(3, 5 * dayMs, 'Asia/Tokyo'),
  }
  expect(labels(figures(euros), figures(dollars), zones, wide)).toEqual(
    Array(3).fill('below tolerance'),
  )
  // All amounts agree over the days, and each is also smaller and earlier on its day.
  expect(labels(figures([1_000_000, 9_000_000]), figures([2_000_000, 8_000_000]), zones)).toEqual([
    ...['time zone', 'time zone'],
  ])
  expect(labels(figures(euros), figures(dollars), zones)).toEqual(Array(3).fill('currency'))
  expect(labels(figures([1_000_000]), figures([2_000_000]), zones)).toEqual(['late data'])
  const unknown = { primary: [], secondary: [] }
  expect(labels(figures([1_000_000]), figures([null, 1_000_000]), unknown)).toEqual([
    ...['missing', 'missing'],
  ])
})
