import { expect, test } from 'vitest'
import { addDays, parseDay } from '../values/day.ts'
import { demoCohorts, demoSpend } from './acquisition.ts'

const lastDay = parseDay('2026-06-30')!
const options = { seed: 1, appCount: 12, firstDay: addDays(lastDay, -59), lastDay }

const rowsOf = (chunks: Iterable<string>) =>
  [...chunks]
    .join('')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
const spent = rowsOf(demoSpend(options))
const cohorts = rowsOf(demoCohorts(options))
const sum = (rows: readonly string[][], column: number) =>
  rows.reduce((total, row) => total + Number(row[column]), 0)

/** ROAS of a channel at an age, of installs that have reached it. */
function roasOf(channel: string, age: number): number {
  const own = cohorts.filter((row) => row[3] === channel && row[5] === String(age))
  const days = new Set(own.map(([date]) => date))
  const cost = spent.filter(([date, , name]) => name === channel && days.has(date!))
  return (sum(own, 8) + sum(own, 9)) / sum(cost, 4)
}

test('three channels: one pays back in two weeks, one in a month, one not yet', () => {
  expect(new Set(spent.map(([, , channel]) => channel)).size).toBe(3)
  expect(roasOf('applovin', 7)).toBeLessThan(1)
  expect(roasOf('applovin', 14)).toBeGreaterThan(1)
  expect(roasOf('google_ads', 14)).toBeLessThan(1)
  expect(roasOf('google_ads', 30)).toBeGreaterThan(1)
  expect(roasOf('tiktok', 30)).toBeLessThan(1)
})

test('cohorts have the ages that they have reached, and what they bring grows with age', () => {
  for (const own of Map.groupBy(cohorts, (row) => row.slice(0, 5).join()).values()) {
    const age = lastDay - parseDay(own[0]![0]!)!
    expect(own.map((row) => Number(row[5]))).toEqual([0, 1, 3, 7, 14, 30].filter((of) => of <= age))
    const [revenue, active] = [8, 7].map((column) => own.map((row) => Number(row[column])))
    expect(revenue).toEqual(revenue!.toSorted((a, b) => a - b))
    expect(active).toEqual(active!.toSorted((a, b) => b - a))
    expect(Number(own[0]![7])).toBe(Number(own[0]![6]))
  }
})

test('a day is the same, whenever it is added', () => {
  const again = { ...options, firstDay: lastDay }
  expect(spent.slice(-rowsOf(demoSpend(again)).length)).toEqual(rowsOf(demoSpend(again)))
  expect(cohorts.slice(-rowsOf(demoCohorts(again)).length)).toEqual(rowsOf(demoCohorts(again)))
})
