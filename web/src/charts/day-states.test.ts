import { describe, expect, test } from 'vitest'
import type { FreshnessAnswer, Status } from '../api/wire.ts'
import { dayStates, seriesStates } from './day-states.ts'

const letters: Readonly<Record<string, Status>> = {
  m: 'missing',
  e: 'estimated',
  r: 'restating',
  f: 'final',
}

/** Days from the 1st to the 4th of March; a letter for the status of each day of a network. */
const freshness = (networks: Readonly<Record<string, string>>): FreshnessAnswer => ({
  account: 'studio',
  currency: 'USD',
  start_date: '2026-03-01',
  end_date: '2026-03-04',
  others: [],
  networks: Object.entries(networks).map(([network, days]) => ({
    network,
    final_after_days: 7,
    days: [...days].map((letter) => ({
      status: letters[letter]!,
      last_change_at: null,
      expected: letter === 'm' ? '2.5' : null,
    })),
  })),
})

const lacking = (network: string) => ({ network, expected: '2.5' })

const statesOf = (answer: FreshnessAnswer | null, networks?: readonly string[]) =>
  dayStates('2026-03-01', '2026-03-04', answer, networks ? { network: networks } : {}).states

describe('days of which nothing is known', () => {
  test('are unknown, and never final', () => {
    expect(dayStates('2026-03-01', '2026-03-02', null, {})).toEqual({
      states: ['unknown', 'unknown'],
      missing: [[], []],
      byNetwork: new Map(),
    })
  })

  test('are those outside the range of the answer', () => {
    const answer = freshness({ admob: 'ffff' })
    const { states } = dayStates('2026-02-28', '2026-03-05', answer, {})
    expect(states).toEqual(['unknown', 'final', 'final', 'final', 'final', 'unknown'])
    expect(dayStates('2025-03-01', '2025-03-02', answer, {}).states).toEqual([
      ...['unknown', 'unknown'],
    ])
  })
})

describe('days of which something is known', () => {
  test('are final when they are for every network', () => {
    expect(statesOf(freshness({ admob: 'fffe', ownnet: 'ffrf' }))).toEqual([
      ...['final', 'final', 'open', 'open'],
    ])
  })

  test('are missing or incomplete when networks have not reported them', () => {
    const answer = freshness({ admob: 'ffem', ownnet: 'fmmm' })
    expect(dayStates('2026-03-01', '2026-03-04', answer, {})).toEqual({
      states: ['final', 'incomplete', 'incomplete', 'missing'],
      missing: [
        [],
        [lacking('ownnet')],
        [lacking('ownnet')],
        [lacking('admob'), lacking('ownnet')],
      ],
      byNetwork: new Map([
        ['admob', ['final', 'final', 'open', 'missing']],
        ['ownnet', ['final', 'missing', 'missing', 'missing']],
      ]),
    })
    expect(statesOf(answer, ['admob'])).toEqual(['final', 'final', 'open', 'missing'])
  })

  test('do not wait for a network that reported nothing of the range', () => {
    expect(statesOf(freshness({ admob: 'ffff', gone: 'mmmm' }))).toEqual(Array(4).fill('final'))
  })

  test('are missing when they are after today', () => {
    expect(statesOf(freshness({ admob: 'fe' }))).toEqual(['final', 'open', 'missing', 'missing'])
  })
})

describe('the days of a series', () => {
  const states = dayStates(
    '2026-03-01',
    '2026-03-04',
    freshness({ admob: 'fffe', slow: 'eeem', small: 'fmfe' }),
    {},
  )

  test('are those of its network', () => {
    expect(seriesStates('network', ['admob', 'slow'], states)).toEqual([
      ['final', 'final', 'final', 'open'],
      ['open', 'open', 'open', 'missing'],
    ])
  })

  test('are, for all others, those of the networks without a series that have reported', () => {
    expect(seriesStates('network', ['admob', null], states)[1]).toEqual(Array(4).fill('open'))
    expect(seriesStates('network', ['slow', null], states)[1]).toEqual([
      ...['final', 'final', 'final', 'open'],
    ])
  })

  test('are those of all networks for groups that are no networks', () => {
    expect(seriesStates('country', ['DE', null], states)).toEqual([states.states, states.states])
  })
})

test('figures of an app or country lack only the reports of their own networks', () => {
  const answer = freshness({ admob: 'fffm', ownnet: 'fffm' })
  const { missing } = dayStates('2026-03-04', '2026-03-04', answer, { app_id: ['hop'] }, ['admob'])
  expect(missing).toEqual([[{ network: 'admob', expected: null }]])
  const ofNetwork = dayStates('2026-03-04', '2026-03-04', answer, { network: ['ownnet'] })
  expect(ofNetwork.missing).toEqual([[lacking('ownnet')]])
})
