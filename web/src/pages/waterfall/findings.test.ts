import { expect, test } from 'vitest'
import type { Cells } from '../../reports/report.ts'
import { waterfallsOf } from './ad-units.ts'
import { deadRungs, priceGaps } from './findings.ts'

/** A row of the report: the floor, attempts, fill, impressions and revenue of a rung. */
const rung = (
  floor: string,
  attempts: string | null,
  fill: string | null,
  impressions: string,
  revenue: string,
): Cells => ({
  app_id: 'hop-ios',
  ad_tag: 'level',
  network: 'admob',
  rung: `AdMob ${floor}`,
  floor,
  attempts,
  rung_fill_rate: fill,
  show_rate: '0.9',
  impressions,
  revenue,
  ecpm: '1',
})

const deadOf = (...rows: Cells[]) => deadRungs(waterfallsOf(rows).units).map((one) => one.rung.name)
const gapsOf = (...rows: Cells[]) =>
  priceGaps(waterfallsOf(rows).units).map(({ upper, lower }) => `${upper.floor} ${lower.floor}`)

test('a rung without impressions is dead from 1,000 attempts and 1 % of its ad unit’s on', () => {
  const usual = rung('5', '90000', '0.5', '40000', '200')
  expect(deadOf(rung('20', '1000', '0', '0', '0'), usual)).toEqual(['AdMob 20'])
  expect(deadOf(rung('20', '999', '0', '0', '0'), usual)).toEqual([])
  expect(deadOf(rung('20', '1000', '0', '0', '0'), rung('5', '99000', '0.5', '9', '9'))).toEqual([
    'AdMob 20',
  ])
  expect(deadOf(rung('20', '1000', '0', '0', '0'), rung('5', '99001', '0.5', '9', '9'))).toEqual([])
  expect(deadOf(rung('20', '5000', '0.1', '1', '0'), usual)).toEqual([])
})

test('of a rung whose attempts are unknown, nothing is said', () => {
  expect(deadOf(rung('20', null, null, '0', '0'))).toEqual([])
})

test('those with the most attempts come first, of all ad units', () => {
  const other = { ...rung('30', '7000', '0', '0', '0'), ad_tag: 'menu' }
  expect(deadOf(rung('20', '5000', '0', '0', '0'), other)).toEqual(['AdMob 30', 'AdMob 20'])
})

test('a price gap has floors more than twice apart, a hardly filled rung above, and a fifth of the revenue below', () => {
  const upper = rung('12', '5000', '0.049999', '200', '80')
  const lower = rung('5.9', '4000', '0.6', '2000', '20')
  expect(gapsOf(upper, lower)).toEqual(['12 5.9'])
  expect(gapsOf(upper, { ...lower, floor: '6' })).toEqual([])
  expect(gapsOf({ ...upper, rung_fill_rate: '0.05' }, lower)).toEqual([])
  expect(gapsOf(upper, { ...lower, revenue: '19.999999' })).toEqual([])
})

test('a gap is between neighbours alone, and needs both floors and the fill', () => {
  const upper = rung('12', '5000', '0.01', '200', '80')
  const lower = rung('5', '4000', '0.6', '2000', '60')
  const between = rung('8', '4500', '0.2', '900', '50')
  expect(gapsOf(upper, lower)).toEqual(['12 5'])
  expect(gapsOf(upper, between, lower)).toEqual([])
  expect(gapsOf(upper, { ...lower, floor: 'unknown' })).toEqual([])
  expect(gapsOf({ ...upper, rung_fill_rate: null }, lower)).toEqual([])
  expect(gapsOf({ ...upper, attempts: '0', rung_fill_rate: '0' }, lower)).toEqual([])
})

test('an ad unit that earns nothing has no gaps', () => {
  expect(gapsOf(rung('12', '50', '0', '0', '0'), rung('5', '50', '0', '0', '0'))).toEqual([])
})
