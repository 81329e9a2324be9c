import { expect, test } from 'vitest'
import { drillInto, drillIntoRow, stepsOf } from './drill.ts'
import type { ReportView } from './report-view.ts'

const today = '2026-03-10'
const view: ReportView = {
  range: { preset: 'last_28' },
  filters: {},
  rows: ['network', 'country'],
  across: null,
  metrics: ['revenue'],
  beside: [],
  order: { by: 'revenue', descending: true },
  plot: 'revenue',
  grain: 'week',
  compare: 'none',
  having: [],
  isSideBySide: false,
  isHeated: true,
  trail: [],
  within: null,
}

test('a value filters, and is the last step of the way', () => {
  const first = { ...view, ...drillInto(view, today, 'country', 'DE') }
  const second = { ...first, ...drillInto(first, today, 'network', 'admob') }
  expect(second.filters).toEqual({ country: ['DE'], network: ['admob'] })
  expect(second.trail).toEqual(['country', 'network'])
  expect(drillInto(second, today, 'network', 'admob')).toBe(null)
  expect(drillInto(second, today, 'ad_tag', 'menu')).toBe(null)
})

test('a period chooses its days of the range, in shorter bars', () => {
  expect(drillInto(view, today, 'week', '2026-03-02')).toEqual({
    range: { from: '2026-03-02', to: '2026-03-08' },
    within: { preset: 'last_28' },
    grain: 'date',
  })
  expect(drillInto(view, today, 'week', '2026-02-09')).toMatchObject({
    range: { from: '2026-02-10', to: '2026-02-15' },
  })
  const day = { ...view, range: { from: '2026-03-02', to: '2026-03-02' } }
  expect(drillInto(day, today, 'date', '2026-03-02')).toBe(null)
})

test('a row filters by all of its values', () => {
  const rows = ['week', 'network', 'country'] as const
  const row = { week: '2026-03-02', network: 'admob', country: 'DE', revenue: '1' }
  expect(drillIntoRow({ ...view, rows }, today, row)).toMatchObject({
    range: { from: '2026-03-02', to: '2026-03-08' },
    filters: { network: ['admob'], country: ['DE'] },
    trail: ['network', 'country'],
  })
})

test('each step of the way leads back to it', () => {
  const deep: ReportView = {
    ...view,
    range: { from: '2026-03-02', to: '2026-03-08' },
    within: { preset: 'last_28' },
    filters: { network: ['admob'], country: ['DE'], ad_format: ['banner'] },
    trail: ['country', 'network'],
  }
  const steps = stepsOf(deep)
  expect(steps.map(({ kind }) => kind)).toEqual([
    'range',
    'range',
    'ad_format',
    'country',
    'network',
  ])
  expect(steps[0]!.back).toEqual({
    filters: {},
    trail: [],
    range: { preset: 'last_28' },
    within: null,
  })
  expect(steps[1]!.back).toEqual({ filters: {}, trail: [] })
  expect(steps[3]!.back).toEqual({
    filters: { ad_format: ['banner'], country: ['DE'] },
    trail: ['country'],
  })
  expect(stepsOf(view)).toHaveLength(1)
})
