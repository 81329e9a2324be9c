import { describe, expect, test } from 'vitest'
import { parseDay } from '../values/day.ts'
import {
  dropRepeats,
  orderDimensions,
  planReport,
  readSlicesWherePossible,
  refuseTotalsOfEveryRow,
  startPlan,
} from './plan-report.ts'
import type { ReportRequest } from './report-request.ts'

const request: ReportRequest = {
  account: 7,
  apps: null,
  days: { firstDay: parseDay('2026-03-01')!, lastDay: parseDay('2026-03-07')! },
  filters: {},
  dimensions: [],
  metrics: ['impressions'],
  sorted: false,
  totals: null,
}

const plan = (more: Partial<ReportRequest>) => startPlan({ ...request, ...more })

describe('startPlan', () => {
  test('reads figures, and keeps what the request says', () => {
    const { metrics: _, ...rest } = request
    expect(startPlan(request)).toEqual({ ...rest, table: 'figures', sums: ['impressions'] })
  })

  test('adds up what the metrics are derived from, each once', () => {
    expect(plan({ metrics: ['ecpmCents', 'revenueCents', 'ecpmCents'] }).sums).toEqual([
      'impressions',
      'revenueMicros',
    ])
  })
})

describe('orderDimensions', () => {
  test('puts them into the order of rows, each once', () => {
    const { dimensions } = orderDimensions(plan({ dimensions: ['country', 'day', 'app', 'day'] }))
    expect(dimensions).toEqual(['day', 'app', 'country'])
  })

  test('changes nothing else', () => {
    const start = plan({ dimensions: ['network', 'day'], apps: [2, 1], sorted: true })
    const { dimensions: _, ...rest } = start
    expect(orderDimensions(start)).toEqual({ ...rest, dimensions: ['day', 'network'] })
  })

  test('orders the dimensions of totals alike, and keeps no totals as they are', () => {
    const dimensions = ['country', 'app', 'day'] as const
    expect(orderDimensions(plan({ dimensions, totals: ['country', 'day'] })).totals).toEqual([
      'day',
      'country',
    ])
    expect(orderDimensions(plan({ dimensions, totals: [] })).totals).toEqual([])
    expect(orderDimensions(plan({ dimensions })).totals).toBeNull()
  })
})

describe('refuseTotalsOfEveryRow', () => {
  const plan = startPlan({ ...request, dimensions: ['day', 'app'] })

  test('refuses totals that tell every row apart', () => {
    expect(() => refuseTotalsOfEveryRow({ ...plan, totals: ['day', 'app'] })).toThrow(RangeError)
  })

  test('lets coarser totals pass, and those of a report without dimensions', () => {
    expect(refuseTotalsOfEveryRow({ ...plan, totals: ['app'] }).totals).toEqual(['app'])
    expect(refuseTotalsOfEveryRow({ ...plan, dimensions: [], totals: [] }).totals).toEqual([])
  })
})

describe('dropRepeats', () => {
  test('keeps each app once, in the order they were asked for', () => {
    expect(dropRepeats(plan({ apps: [3, 1, 3, 2, 1] })).apps).toEqual([3, 1, 2])
  })

  test('keeps each value of a filter once', () => {
    const filters = {
      ...{ networks: ['b', 'a', 'b'], formats: ['video', 'video'] },
      ...{ countries: ['US', 'US'], adTags: ['x', 'X', 'x'] },
    }
    expect(dropRepeats(plan({ filters })).filters).toEqual({
      ...{ networks: ['b', 'a'], formats: ['video'], countries: ['US'], adTags: ['x', 'X'] },
    })
  })

  test('leaves an absent filter absent, and an empty one empty', () => {
    expect(dropRepeats(plan({})).filters).toEqual({})
    expect(dropRepeats(plan({})).apps).toBeNull()
    const none = dropRepeats(plan({ apps: [], filters: { networks: [], countries: [] } }))
    expect(none.apps).toEqual([])
    expect(none.filters).toEqual({ networks: [], countries: [] })
  })
})

describe('readSlicesWherePossible', () => {
  test.each<[string, Partial<ReportRequest>]>([
    ['nothing is told apart', {}],
    ['days, apps and networks are', { dimensions: ['day', 'app', 'network'] }],
    ['networks are filtered', { filters: { networks: ['ownnet'] } }],
  ])('reads slices when %s', (_title, more) => {
    expect(readSlicesWherePossible(plan(more)).table).toBe('slices')
  })

  test.each<[string, Partial<ReportRequest>]>([
    ['formats are told apart', { dimensions: ['format'] }],
    ['countries are told apart', { dimensions: ['app', 'country'] }],
    ['countries are filtered', { filters: { countries: ['US'] } }],
    ['formats are filtered', { filters: { formats: ['video'] } }],
    ['ad tags are filtered', { filters: { adTags: ['default'] } }],
    ['no country passes the filter', { filters: { countries: [] } }],
  ])('reads figures when %s', (_title, more) => {
    expect(readSlicesWherePossible(plan(more)).table).toBe('figures')
  })
})

describe('planReport', () => {
  test('takes every step', () => {
    const { dimensions, apps, table, sums } = planReport({
      ...request,
      ...{ dimensions: ['network', 'app'], apps: [2, 2, 1], metrics: ['clicks'] },
    })
    expect({ dimensions, apps, table, sums }).toEqual({
      dimensions: ['app', 'network'],
      apps: [2, 1],
      table: 'slices',
      sums: ['clicks'],
    })
  })

  test('leaves the request as it was', () => {
    const frozen = Object.freeze({
      ...request,
      apps: Object.freeze([1, 1]),
      filters: Object.freeze({ networks: Object.freeze(['a', 'a']) }),
      dimensions: Object.freeze(['country', 'day'] as const),
    })
    expect(() => planReport(frozen)).not.toThrow()
  })
})
