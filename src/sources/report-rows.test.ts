import { describe, expect, test } from 'vitest'
import { parseDay } from '../values/day.ts'
import { DayRows } from './report-rows.ts'

const day = parseDay('2026-03-01')!
const row = (app: string, country: string, impressions: string) => ({
  date: '2026-03-01',
  app,
  country,
  impressions,
})
const byCountry = () => new DayRows('date', day, ['app', 'country'])

describe('rows of a day', () => {
  test('are refused when one answer has an app and country twice, with other figures', () => {
    const page = [row('1', 'US', '10'), row('1', 'DE', '10'), row('1', 'US', '20')]
    expect(() => byCountry().add(page)).toThrow('sent two rows of app 1, country US')
  })

  test('are refused when two pages have the same app and country, with other figures', () => {
    const rows = byCountry()
    rows.add([row('1', 'US', '10')])
    expect(() => rows.add([row('1', 'US', '20')])).toThrow('sent two rows of app 1, country US')
  })

  test('may be equal in all but what they were asked by', () => {
    const rows = byCountry()
    rows.add([row('1', 'US', '10'), row('2', 'US', '10'), { date: '2026-03-01', app: '1' }])
    expect(rows.count).toBe(3)
  })

  test('that the network divides as it likes may be equal on one page, and on no two', () => {
    const rows = new DayRows('date', day, null)
    rows.add([row('1', 'US', '10'), row('1', 'US', '10')])
    expect(rows.count).toBe(2)
    expect(() => rows.add([row('1', 'US', '10')])).toThrow('sent the same row on two pages')
  })

  test('are refused when one is of another day', () => {
    const other = { ...row('1', 'US', '10'), date: '2026-02-28' }
    expect(() => byCountry().add([other])).toThrow(
      'sent rows of "2026-02-28" instead of 2026-03-01',
    )
  })
})
