import { expect, test } from 'vitest'
import { addDays, type Day, parseDay } from '../values/day.ts'
import { demoApps } from './apps.ts'
import { demoAudience } from './audience.ts'
import { demoStats } from './stats.ts'

const day = (text: string) => parseDay(text)!
const [first, last] = [day('2026-02-20'), day('2026-03-10')]

const textOf = (seed: number, firstDay: Day, lastDay: Day) =>
  [...demoAudience({ seed, appCount: 12, firstDay, lastDay })].join('')

const rowsOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))

test('the same seed gives the same users, another seed others; a range equals its parts', () => {
  const whole = textOf(1, first, last)
  expect(textOf(1, first, last)).toBe(whole)
  expect(textOf(2, first, last)).not.toBe(whole)
  const cut = day('2026-02-28')
  const rest = textOf(1, addDays(cut, 1), last)
  expect(textOf(1, first, cut) + rest.slice(rest.indexOf('\n') + 1)).toBe(whole)
})

test('a range without days gives only the header', () => {
  expect(rowsOf(textOf(1, last, first))).toEqual([])
})

test('each day, app and country is stated once, with users; those of apps for Amazon are unknown', () => {
  const rows = rowsOf(textOf(7, first, last))
  const keys = rows.map((row) => row.slice(0, 4).join())
  expect(new Set(keys).size).toBe(keys.length)
  for (const [, , source, country, ...counts] of rows) {
    expect(source).toBe('firebase')
    expect(country).toMatch(/^[A-Z]{2}$/)
    const [users, newUsers, sessions] = counts.map(Number) as [number, number, number]
    expect(users).toBeGreaterThan(0)
    expect(newUsers).toBeLessThanOrEqual(users)
    expect(sessions).toBeGreaterThanOrEqual(users)
  }
  const counted = new Set(rows.map(([, app]) => app))
  const options = { seed: 7, appCount: 12, firstDay: first, lastDay: last }
  const figures = rowsOf([...demoStats(options)].join('')).filter(([, app]) => counted.has(app))
  const places = (of: readonly string[][], country: number) =>
    new Set(of.map((row) => `${row[1]} ${row[country]}`))
  // ARPDAU of a country has figures and users, and none of both is left over.
  const ofUsers = places(rows, 3)
  expect([...places(figures, 4)].filter((place) => !ofUsers.has(place))).toEqual([])
  const others = demoApps(7, 12).filter(({ appId }) => !counted.has(appId))
  expect(others.map(({ platform }) => platform)).toEqual(['amazon', 'amazon'])
})
