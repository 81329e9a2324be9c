import { expect, test } from 'vitest'
import { details } from '../../facts/details.ts'
import { floorOf } from './floors.ts'

test.each([
  ['Rewarded US $12.50', '12.5'],
  ['AdMob_INT_USD8', '8'],
  ['12.5 USD', '12.5'],
  ['tier 3 - 0,75€', '0.75'],
  ['$0.0500 high', '0.05'],
  ['$20 to 20 USD', '20'],
  ['$1000', '1000'],
  ['AdMob 12.50', null],
  ['ca-app-pub-1234/5678', null],
  ['2026-03-01', null],
  ['$5 or $7', null],
  ['$1,234.50', null],
  ['', null],
])('the floor of %j is %j', (rung, floor) => {
  expect(floorOf(rung)).toBe(floor)
  if (floor !== null) expect(details.labels.floor.isAccepted(floor)).toBe(true)
})
