import { expect, test } from 'vitest'
import { ageRows, returnedMetric, roasByChannel } from './returns.ts'

const report = (rows: object[], partlyKnown: string[] = []) => ({
  rows: rows as Record<string, string | null>[],
  partlyKnown,
})

test('all revenue counts where every cohort knows it; else that of ads alone', () => {
  const [both, ads] = [
    { roas: '0.5', ad_roas: '0.4' },
    { roas: null, ad_roas: '0.4' },
  ]
  expect(returnedMetric(report([both]), 'roas')).toBe('roas')
  expect(returnedMetric(report([both, ads]), 'roas')).toBe('ad_roas')
  expect(returnedMetric(report([both], ['roas']), 'roas')).toBe('ad_roas')
  expect(returnedMetric(report([both, { roas: null, ad_roas: null }]), 'roas')).toBe('roas')
  expect(returnedMetric(report([{ ltv: null, ad_ltv: '1' }]), 'ltv')).toBe('ad_ltv')
})

test('ages come in the order of numbers, each with the range of its weeks', () => {
  const week = (age: string, ltv: string | null) => ({ age, ltv })
  const rows = ageRows(
    [
      { age: '10', ltv: '3', cohort_users: '9', retention: null },
      { age: '7', ltv: '2', cohort_users: '12', retention: '0.1' },
    ],
    [week('7', '1'), week('7', '2'), week('7', '3'), week('7', '4'), week('7', null)],
    'ltv',
  )
  expect(rows.map(({ age, ltv }) => [age, ltv])).toEqual([
    [7, '2'],
    [10, '3'],
  ])
  expect(rows[0]!.range!.map((value) => value.toFixed(1))).toEqual(['1.3', '3.7'])
  expect(rows[1]).toMatchObject({ range: null, retention: null, users: '9' })
})

test('a channel has the ages that its ROAS is known at', () => {
  const found = roasByChannel(
    [
      { channel: 'applovin', age: '0', roas: '0.25' },
      { channel: 'applovin', age: '1', roas: null },
      { channel: 'tiktok', age: '0', roas: null },
    ],
    'roas',
  )
  expect(found.get('applovin')).toEqual([{ age: 0, roas: 0.25, cell: '0.25' }])
  expect(found.get('tiktok')).toEqual([])
})
