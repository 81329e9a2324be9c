import { expect, test } from 'vitest'
import type { ConnectionAnswer, FreshnessAnswer, Status } from '../../api/wire.ts'
import { networkRows } from './network-rows.ts'

const today = '2026-03-05'
const statuses: Readonly<Record<string, Status>> = {
  f: 'final',
  e: 'estimated',
  r: 'restating',
  m: 'missing',
}

/** Freshness from 2026-03-01 on: a letter for each day. */
const freshness = (networks: Readonly<Record<string, string>>): FreshnessAnswer => ({
  account: 'studio',
  currency: 'USD',
  start_date: '2026-03-01',
  end_date: '2026-03-05',
  networks: Object.entries(networks).map(([network, days]) => ({
    network,
    final_after_days: 3,
    days: [...days].map((letter) => ({ status: statuses[letter]!, last_change_at: null })),
  })),
  others: [],
})

const connection = (
  name: string,
  ownNetwork: string | null,
  states: readonly NonNullable<ConnectionAnswer['pulled_days']>[number]['state'][],
) =>
  ({
    name,
    connector: name,
    own_network: ownNetwork,
    reread_days: 2,
    sweep_days: 0,
    pulled_days: states.map((state, at) => ({ day: `2026-03-0${at + 1}`, state })),
  }) as unknown as ConnectionAnswer

const marksOf = (answer: FreshnessAnswer, connections: readonly ConnectionAnswer[] = []) =>
  networkRows(answer, connections, today).map(({ days }) => days.map(({ mark }) => mark))

test('without a connection, the marks of a network are its freshness', () => {
  expect(marksOf(freshness({ admob: 'fferm' }))).toEqual([
    ['settled', 'settled', 'open', 'open', 'missing'],
  ])
})

test('a day lacks figures only between the first reported day and today', () => {
  const [row] = networkRows(freshness({ admob: 'mfmem' }), [], today)
  expect(row!.missing).toEqual(['2026-03-03'])
  expect(row!.last?.day).toBe('2026-03-04')
})

test('what a connection knows of a day tells more than that it is missing', () => {
  const own = connection('admob', 'admob', ['done', 'held', 'failed', 'empty', 'due'])
  const answer = freshness({ admob: 'ffemm' })
  expect(marksOf(answer, [own])).toEqual([['settled', 'held', 'failed', 'empty', 'due']])
  expect(networkRows(answer, [own], today)[0]!.missing).toEqual([])
})

test('a mediation has a row of its own, whose days may change while they are fetched again', () => {
  const max = connection('applovin-max', null, ['done', 'done', 'done', 'done', 'due'])
  const rows = networkRows(freshness({ admob: 'fffem' }), [max], today)
  expect(rows.map(({ network, connections }) => [network, connections.length])).toEqual([
    ['admob', 0],
    [null, 1],
  ])
  expect(rows[1]!.days.map(({ mark }) => mark)).toEqual([
    'settled',
    'settled',
    'open',
    'open',
    'due',
  ])
})

test('of two connections of a network, the worse state of a day is shown', () => {
  const one = connection('one', 'admob', ['done', 'done', 'done', 'done', 'due'])
  const two = connection('two', 'admob', ['done', 'failed', 'done', 'done', 'due'])
  const rows = networkRows(freshness({ admob: 'fffem' }), [one, two], today)
  expect(rows).toHaveLength(1)
  expect(rows[0]!.days[1]!.mark).toBe('failed')
})
