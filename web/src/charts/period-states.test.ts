import { expect, test } from 'vitest'
import { daysOfPeriod } from '../view/periods.ts'
import { periodStates } from './period-states.ts'

const range = { from: '2026-03-01', to: '2026-03-10' }

test('a period is what its days are together, and unknown if one of them is', () => {
  const states = [
    ...(['final', 'final', 'open', 'final', 'final'] as const),
    ...(['final', 'final', 'final', 'missing', 'missing'] as const),
  ]
  const weeks = ['2026-02-23', '2026-03-02', '2026-03-09']
  expect(periodStates(states, { ...range, grain: 'week', periods: weeks })).toEqual([
    'final',
    'open',
    'missing',
  ])
  expect(periodStates(states, { ...range, grain: 'month', periods: ['2026-03-01'] })).toEqual([
    'incomplete',
  ])
  const unknown = states.map((state, place) => (place === 4 ? 'unknown' : state))
  expect(periodStates(unknown, { ...range, grain: 'week', periods: weeks })).toEqual([
    'final',
    'unknown',
    'missing',
  ])
  expect(
    periodStates(states.slice(0, 9), {
      ...range,
      grain: 'date',
      periods: ['2026-03-09', '2026-03-10'],
    }),
  ).toEqual([...['missing', 'unknown']])
})

test('the days of a period end with the range', () => {
  expect(daysOfPeriod('week', '2026-02-23', range.from, range.to)).toEqual({
    from: '2026-03-01',
    to: '2026-03-01',
  })
  expect(daysOfPeriod('week', '2026-03-02', range.from, range.to)).toEqual({
    from: '2026-03-02',
    to: '2026-03-08',
  })
  expect(daysOfPeriod('month', '2026-03-01', range.from, range.to)).toEqual(range)
})
