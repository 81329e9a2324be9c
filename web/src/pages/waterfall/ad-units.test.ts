import { expect, test } from 'vitest'
import type { Cells } from '../../reports/report.ts'
import { waterfallsOf } from './ad-units.ts'

const row = (rung: string, more: Partial<Record<string, string | null>> = {}): Cells => ({
  app_id: 'hop-ios',
  ad_tag: 'level',
  network: 'admob',
  rung,
  floor: 'unknown',
  attempts: null,
  rung_fill_rate: null,
  show_rate: null,
  impressions: '100',
  revenue: '1',
  ecpm: '10',
  ...more,
})

const onlyUnit = (...rows: Cells[]) => waterfallsOf(rows).units[0]!

test('rungs are ordered by floor, then those without one by their eCPM', () => {
  const { rungs } = onlyUnit(
    row('bidder', { ecpm: '4' }),
    row('low', { floor: '9.5' }),
    row('other bidder', { ecpm: '7' }),
    row('high', { floor: '20' }),
    row('unsold', { impressions: '0', revenue: '0', ecpm: '0' }),
  )
  expect(rungs.map(({ name }) => name)).toEqual(['high', 'low', 'other bidder', 'bidder', 'unsold'])
  expect(rungs.map(({ toNext }) => toNext.floor)).toEqual([20 / 9.5, null, null, null, null])
  expect(rungs.map(({ toNext }) => toNext.ecpm)).toEqual([1, 10 / 7, 7 / 4, null, null])
})

test('shares are of what rungs earn; the booked figures are those of all rows, exactly', () => {
  const unit = onlyUnit(
    row('high', { revenue: '0.3' }),
    row('low', { revenue: '0.1' }),
    row('unattributed', { revenue: '0.2' }),
    row('unattributed', { revenue: '-0.05', network: 'applovin' }),
    row('not_booked', { revenue: '0.000001', impressions: '-1' }),
  )
  expect(unit.rungs.map(({ share }) => share)).toEqual(['0.75', '0.25'])
  expect(unit.revenue).toBe('0.4')
  expect(unit.rests).toEqual([
    { name: 'unattributed', revenue: '0.15', impressions: '200' },
    { name: 'not_booked', revenue: '0.000001', impressions: '-1' },
  ])
  expect(unit.booked).toEqual({ revenue: '0.550001', impressions: '399' })
})

test('what is unknown stays unknown', () => {
  const unit = onlyUnit(row('high', { revenue: null, ecpm: null }), row('low', { attempts: '5' }))
  expect(unit.revenue).toBeNull()
  expect(unit.rungs.map(({ share }) => share)).toEqual([null, null])
  expect(unit.attempts).toBe('5')
  expect(onlyUnit(row('high')).attempts).toBeNull()
})

test('of no attempts there is no fill, of no responses no show rate, and of no impressions no eCPM', () => {
  const zeros = { attempts: '0', rung_fill_rate: '0', show_rate: '0', impressions: '0', ecpm: '0' }
  const { rungs } = onlyUnit(row('never', zeros))
  expect(rungs[0]).toMatchObject({ fill: null, showRate: null, ecpm: null, attempts: '0' })
})

test('the same ad tag of two apps is two ad units; those without rungs are added up', () => {
  const { units, outside } = waterfallsOf([
    row('high', { revenue: '1' }),
    row('high', { app_id: 'hop-android', revenue: '3' }),
    row('not_booked', { ad_tag: 'default', revenue: '2.5' }),
    row('unattributed', { ad_tag: 'menu', revenue: '1.5' }),
  ])
  expect(units.map(({ app, adTag }) => `${app} ${adTag}`)).toEqual([
    'hop-android level',
    'hop-ios level',
  ])
  expect(outside).toEqual({ count: 2, revenue: '4' })
})
