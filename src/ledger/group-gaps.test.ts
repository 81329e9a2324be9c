import { describe, expect, test } from 'vitest'
import { formatDay, parseDay } from '../values/day.ts'
import { atOnce } from '../values/turns.ts'
import { type GapGrouping, type GapLabel, gapGroupings } from './gap-labels.ts'
import { groupGaps as stepsOfGroups, sumGaps as stepsOfSums } from './group-gaps.ts'
import type { Gap } from './reconcile.ts'

const sumGaps = (gaps: readonly Gap[]) => atOnce(stepsOfSums(gaps))
const groupGaps = (gaps: readonly Gap[], by: GapGrouping) =>
  atOnce(stepsOfGroups(gaps, by, 100)).groups

/** `02-28 1 admob 100 90 late data`: day, app, network, both amounts (`-` for none), label. */
function gap(line: string): Gap {
  const [day, app, network, one, other, ...label] = line.split(' ') as [
    string,
    string,
    string,
    string,
    string,
    ...string[],
  ]
  const key = { day: parseDay(`2026-${day}`)!, app: Number(app), network }
  const side = (micros: string) =>
    micros === '-' ? null : { ...key, impressions: 1n, revenueMicros: BigInt(micros) }
  const [primary, secondary] = [side(one), side(other)]
  return {
    ...key,
    primary,
    secondary,
    label: label.join(' ') as GapLabel,
    gapMicros: (secondary?.revenueMicros ?? 0n) - (primary?.revenueMicros ?? 0n),
  }
}

const gaps = [
  '02-27 1 admob 100 90 late data',
  '02-28 1 admob 100 100 below tolerance',
  '02-28 2 admob - 40 missing',
  '03-01 1 admob 10 60 unexplained',
  '03-01 2 unity 5 - missing',
].map(gap)

describe('gaps', () => {
  test('are added up; sums of unknown amounts are unknown', () => {
    expect(sumGaps(gaps)).toEqual({
      slices: 5,
      primaryMicros: 215n,
      secondaryMicros: 290n,
      gapMicros: 75n,
      labels: [
        { label: 'below tolerance', slices: 1, gapMicros: 0n },
        { label: 'late data', slices: 1, gapMicros: -10n },
        { label: 'missing', slices: 2, gapMicros: 35n },
        { label: 'unexplained', slices: 1, gapMicros: 50n },
      ],
    })
    expect(sumGaps([gaps[2]!])).toMatchObject({ primaryMicros: null, secondaryMicros: 40n })
    expect(sumGaps([])).toEqual({
      slices: 0,
      primaryMicros: null,
      secondaryMicros: null,
      gapMicros: 0n,
      labels: [],
    })
  })

  test('are grouped by month and by day, in order', () => {
    const shown = (by: 'month' | 'day') =>
      groupGaps(gaps, by).map(({ days, slices, gapMicros }) =>
        [formatDay(days.firstDay), formatDay(days.lastDay), slices, gapMicros].join(' '),
      )
    expect(shown('month')).toEqual(['2026-02-27 2026-02-28 3 30', '2026-03-01 2026-03-01 2 45'])
    expect(shown('day')).toEqual([
      ...['2026-02-27 2026-02-27 1 -10', '2026-02-28 2026-02-28 2 40'],
      '2026-03-01 2026-03-01 2 45',
    ])
  })

  test('of slices come with the greatest first', () => {
    const listed = groupGaps(gaps, 'slice').map(({ app, network, gapMicros }) =>
      [app, network, gapMicros].join(' '),
    )
    expect(listed).toEqual(['1 admob 50', '2 admob 40', '1 admob -10', '2 unity -5', '1 admob 0'])
  })

  test('of apps and of networks do too, over all days', () => {
    const shown = (by: 'app_id' | 'network') =>
      groupGaps(gaps, by).map(({ days, app, network, slices, gapMicros }) =>
        [formatDay(days.firstDay), formatDay(days.lastDay), app, network, slices, gapMicros].join(),
      )
    expect(shown('app_id')).toEqual([
      '2026-02-27,2026-03-01,1,,3,40',
      '2026-02-28,2026-03-01,2,,2,35',
    ])
    expect(shown('network')).toEqual([
      ...['2026-02-27,2026-03-01,,admob,4,80', '2026-03-01,2026-03-01,,unity,1,-5'],
    ])
  })

  test('are listed up to a limit, and all are counted', () => {
    for (const [by, count] of [
      ['month', 2],
      ['day', 3],
      ['app_id', 2],
      ['slice', 5],
    ] as const) {
      const limited = atOnce(stepsOfGroups(gaps, by, 1))
      expect(limited).toEqual({ groups: groupGaps(gaps, by).slice(0, 1), count })
    }
  })

  test('have the same sums in every grouping', () => {
    for (const by of gapGroupings) {
      const groups = groupGaps(gaps, by)
      const total = groups.reduce((sum, { gapMicros }) => sum + gapMicros, 0n)
      expect([total, groups.reduce((sum, { slices }) => sum + slices, 0)]).toEqual([75n, 5])
    }
  })
})
