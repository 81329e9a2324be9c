import { expect, test } from 'vitest'
import type { DayStates, MissingReport } from './day-states.ts'
import { expectedOf, waitingByPeriod, waitingIn } from './waiting.ts'

const of = (network: string, expected: string | null): MissingReport => ({ network, expected })
const states = (missing: DayStates['missing']): DayStates => ({
  states: missing.map((all) => (all.length > 0 ? 'incomplete' : 'final')),
  missing,
  byNetwork: new Map(),
})
const days = states([[of('inmobi', '160.1')], [], [of('inmobi', '0.25'), of('vungle', null)]])

test('missing reports are counted by network, and their expected revenue is added up exactly', () => {
  expect(waitingIn(days)).toEqual([
    { network: 'inmobi', days: 2, expected: '160.35' },
    { network: 'vungle', days: 1, expected: null },
  ])
})

test('an unknown expectation is not zero', () => {
  expect(expectedOf(waitingIn(days))).toBeNull()
  expect(expectedOf([{ network: 'inmobi', days: 1, expected: '3' }])).toBe('3')
})

test('periods have the missing reports of their days', () => {
  const range = { from: '2026-03-07', to: '2026-03-09' }
  // 7 and 8 March are of one week, and 9 March begins the next one.
  expect(
    waitingByPeriod(days, { ...range, grain: 'week', periods: ['2026-03-02', '2026-03-09'] }),
  ).toEqual([
    [{ network: 'inmobi', days: 1, expected: '160.1' }],
    [
      { network: 'inmobi', days: 1, expected: '0.25' },
      { network: 'vungle', days: 1, expected: null },
    ],
  ])
  expect(
    waitingByPeriod(states([[], [], []]), { ...range, grain: 'date', periods: ['2026-03-08'] }),
  ).toEqual([[]])
})
