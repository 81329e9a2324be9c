import { describe, expect, test } from 'vitest'
import { parseDay } from '../values/day.ts'
import {
  dropDuplicates,
  dropNamedApps,
  orderDimensions,
  planReport,
  preferSlices,
  refuseRedundantTotals,
  sortPages,
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
  test("reads figures, and keeps the request's filters", () => {
    const { metrics: _, ...rest } = request
    expect(startPlan(request)).toEqual({ ...rest, table: 'figures', sums: ['impressions'] })
  })

  test('reads the sums behind the metrics, each once', () => {
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

  test('orders the dimensions of totals in the same way, and keeps absent totals absent', () => {
    const dimensions = ['country', 'app', 'day'] as const
    expect(orderDimensions(plan({ dimensions, totals: ['country', 'day'] })).totals).toEqual([
      'day',
      'country',
    ])
    expect(orderDimensions(plan({ dimensions, totals: [] })).totals).toEqual([])
    expect(orderDimensions(plan({ dimensions })).totals).toBeNull()
  })
})

describe('refuseRedundantTotals', () => {
  const plan = startPlan({ ...request, dimensions: ['day', 'app'] })

  test('refuses totals by every dimension of the rows', () => {
    const refused = () => refuseRedundantTotals({ ...plan, totals: ['day', 'app'] })
    expect(refused).toThrow(RangeError)
    expect(refused).toThrow('day, app')
  })

  test('keeps coarser totals, and those of a report without dimensions', () => {
    expect(refuseRedundantTotals({ ...plan, totals: ['app'] }).totals).toEqual(['app'])
    expect(refuseRedundantTotals({ ...plan, dimensions: [], totals: [] }).totals).toEqual([])
  })
})

describe('dropDuplicates', () => {
  test('keeps each app once, in the requested order', () => {
    expect(dropDuplicates(plan({ apps: [3, 1, 3, 2, 1] })).apps).toEqual([3, 1, 2])
  })

  test('keeps each value of a filter once', () => {
    const filters = {
      networks: ['b', 'a', 'b'],
      formats: ['video', 'video'],
      countries: ['US', 'US'],
      adTags: ['x', 'X', 'x'],
    }
    expect(dropDuplicates(plan({ filters })).filters).toEqual({
      networks: ['b', 'a'],
      formats: ['video'],
      countries: ['US'],
      adTags: ['x', 'X'],
    })
  })

  test('leaves an absent filter absent, and an empty one empty', () => {
    expect(dropDuplicates(plan({})).filters).toEqual({})
    expect(dropDuplicates(plan({})).apps).toBeNull()
    const none = dropDuplicates(plan({ apps: [], filters: { networks: [], countries: [] } }))
    expect(none.apps).toEqual([])
    expect(none.filters).toEqual({ networks: [], countries: [] })
  })
})

describe('preferSlices', () => {
  test.each<[string, Partial<ReportRequest>]>([
    ['there are no dimensions', {}],
    ['dimensions are day, app and network', { dimensions: ['day', 'app', 'network'] }],
    ['filtered by network', { filters: { networks: ['ownnet'] } }],
    ['a network is excluded', { excluded: { networks: ['ownnet'] } }],
    ['dimensions are week and platform', { dimensions: ['week', 'platform'] }],
  ])('reads slices when %s', (_title, more) => {
    expect(preferSlices(plan(more)).table).toBe('slices')
  })

  test.each<[string, Partial<ReportRequest>]>([
    ['a dimension is format', { dimensions: ['format'] }],
    ['a dimension is country', { dimensions: ['app', 'country'] }],
    ['filtered by country', { filters: { countries: ['US'] } }],
    ['filtered by format', { filters: { formats: ['video'] } }],
    ['filtered by ad tag', { filters: { adTags: ['default'] } }],
    ['the country filter is empty', { filters: { countries: [] } }],
    ['a dimension is ad tag', { dimensions: ['adTag'] }],
    ['a country is excluded', { excluded: { countries: ['US'] } }],
    ['unknown counts are told from zeros', { metrics: ['knownClicks'] }],
    ['requests are asked for', { metrics: ['requests'] }],
  ])('reads figures when %s', (_title, more) => {
    expect(preferSlices(plan(more)).table).toBe('figures')
  })
})

describe('dropNamedApps', () => {
  const groups = { labels: ['Zap'], codes: new Map([[1, 0]]) }

  test('drops groups that the app itself tells', () => {
    const rows = plan({
      dimensions: ['appName', 'app', 'platform'],
      appGroups: { platform: groups },
    })
    expect(dropNamedApps(rows).dimensions).toEqual(['app', 'platform'])
    const named = plan({ dimensions: ['appName'], appGroups: { appName: groups } })
    expect(dropNamedApps(named).dimensions).toEqual(['appName'])
  })
})

describe('sortPages', () => {
  const day = { by: 'day' as const, descending: false }

  test('sorts rows of which only some are answered', () => {
    expect(sortPages(plan({ limit: 0 })).sorted).toBe(true)
    expect(sortPages(plan({ offset: 1 })).sorted).toBe(true)
    expect(sortPages(plan({})).sorted).toBe(false)
  })

  test('drops an order that the dimensions have anyway', () => {
    const dimensions = ['day', 'network'] as const
    expect(sortPages(plan({ dimensions, order: [day] })).order).toBeUndefined()
    const kept = [{ ...day, descending: true }]
    expect(sortPages(plan({ dimensions, order: kept })).order).toEqual(kept)
    const other = [{ by: 'network' as const, descending: false }]
    expect(sortPages(plan({ dimensions, order: other })).order).toEqual(other)
  })

  test('keeps an order of apps that is not the one of their keys', () => {
    const order = [{ by: 'app' as const, descending: false }]
    const app = { labels: ['a'], codes: new Map([[1, 0]]) }
    expect(sortPages(plan({ dimensions: ['app'], order })).order).toBeUndefined()
    expect(sortPages(plan({ dimensions: ['app'], order, appGroups: { app } })).order).toEqual(order)
  })
})

describe('refuseContradictions', () => {
  const days = request.days
  const order = [{ by: 'impressions' as const, descending: true }]

  test.each<[string, Partial<ReportRequest>, RegExp]>([
    ['a time and an entry', { asOfMs: 1, entry: 1 }, /not both/],
    ['a negative limit', { limit: -1 }, /limit is -1/],
    ['half an offset', { offset: 0.5 }, /offset is 0.5/],
    ['an entry that is no number', { entry: Number.NaN }, /entry is NaN/],
    ['two dimensions of time', { dimensions: ['week', 'day'] }, /only one of day, week/],
    ['filled days without time', { dimensions: ['app'], fillDays: true }, /dimension of time/],
    ['totals of a page', { totals: [], limit: 1 }, /request of their own/],
    ['totals of an order', { totals: [], order }, /request of their own/],
    [
      'totals of two ranges',
      { totals: [], comparison: { days, shift: { days: 1 } } },
      /of their own/,
    ],
    [
      'an order by a metric that rows lack',
      { order: [{ by: 'ecpm', descending: true }] },
      /by ecpm/,
    ],
    [
      'an order by a dimension that rows lack',
      { order: [{ by: 'day', descending: true }] },
      /by day/,
    ],
    ['names of apps without their groups', { dimensions: ['appName'] }, /appName needs/],
    [
      'an order by names that only the app tells',
      { dimensions: ['app', 'appName'], order: [{ by: 'appName', descending: true }] },
      /To sort by appName/,
    ],
  ])('refuses %s', (_title, more, message) => {
    const refused = () => planReport({ ...request, ...more })
    expect(refused).toThrow(RangeError)
    expect(refused).toThrow(message)
  })
})

describe('planReport', () => {
  test('takes every step', () => {
    const { dimensions, apps, table, sums } = planReport({
      ...request,
      dimensions: ['network', 'app'],
      apps: [2, 2, 1],
      metrics: ['clicks'],
    })
    expect({ dimensions, apps, table, sums }).toEqual({
      dimensions: ['app', 'network'],
      apps: [2, 1],
      table: 'slices',
      sums: ['clicks'],
    })
  })

  test('does not change the request', () => {
    const frozen = Object.freeze({
      ...request,
      apps: Object.freeze([1, 1]),
      filters: Object.freeze({ networks: Object.freeze(['a', 'a']) }),
      dimensions: Object.freeze(['country', 'day'] as const),
    })
    expect(() => planReport(frozen)).not.toThrow()
  })
})
