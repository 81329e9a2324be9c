import { expect, test } from 'vitest'
import { bookedRows } from './booked-rows.ts'

const network = { name: 'mintegral', kind: 'network' } as const
const mediation = { name: 'applovin-max', kind: 'mediation' } as const
const all = { report: null, leftOut: [] }
const compared = { report: 'applovin_max', leftOut: [] }

test.each([
  ['auto', network, ['admob'], [all]],
  ['counted', network, ['admob'], [all]],
  ['report', network, [], [{ report: 'mintegral', leftOut: [] }]],
  ['auto', mediation, [], [all]],
  [
    'auto',
    mediation,
    ['admob', 'vungle'],
    [compared, { report: null, leftOut: ['admob', 'vungle'] }],
  ],
  ['counted', mediation, ['admob'], [all]],
  ['report', mediation, ['admob'], [compared]],
] as const)('booking %s of %o beside %o', (booking, connector, connected, booked) => {
  expect(bookedRows(connector, booking, connected)).toEqual(booked)
})
