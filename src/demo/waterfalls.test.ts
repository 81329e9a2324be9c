import { expect, test } from 'vitest'
import { addDays, parseDay } from '../values/day.ts'
import { demoApps } from './apps.ts'
import { mediatedNetworks } from './markets.ts'
import { mediatedDays, mediationStats } from './mediation.ts'
import { demoStats } from './stats.ts'
import { waterfallDetails } from './waterfalls.ts'

const lastDay = parseDay('2026-06-30')!
const options = { seed: 1, appCount: 12, firstDay: addDays(lastDay, -59), lastDay }
const [first] = demoApps(1, 12)

const rowsOf = (chunks: Iterable<string>): Record<string, string>[] => {
  const [header, ...lines] = [...chunks]
    .join('')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','))
  return lines.map((cells) => Object.fromEntries(header!.map((name, at) => [name, cells[at]!])))
}
const rows = rowsOf(waterfallDetails(options))
const sum = (some: readonly Record<string, string>[], name: string) =>
  some.reduce((total, row) => total + Number(row[name]), 0)

test('each rung is stated once a day and country, with no more responses than attempts', () => {
  const keys = rows.map(({ date, app_id: app, country, ad_tag: tag, network, rung }) =>
    [date, app, country, tag, network, rung].join(),
  )
  expect(new Set(keys).size).toBe(keys.length)
  for (const { impressions, clicks, attempts, responses, floor } of rows) {
    const counts = [clicks, impressions, responses, attempts].map(Number)
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    expect(floor).toMatch(/^(|[1-9]\d*(\.[1-9])?|0\.[1-9])$/)
  }
})

test('an ad unit has a handful of rungs, in four groups of countries', () => {
  const units = Map.groupBy(rows, ({ app_id: app, ad_tag: tag }) => `${app} ${tag}`)
  expect(units.size).toBeGreaterThan(20)
  for (const own of units.values()) {
    expect(new Set(own.map(({ rung }) => rung)).size).toBeLessThanOrEqual(6)
  }
  expect(new Set(rows.map(({ country }) => country))).toEqual(new Set(['US', 'JP', 'GB', 'ZZ']))
})

test('rungs are parts of the mediation’s own report, or of networks’ before it, and leave a little', () => {
  const before = { ...options, lastDay: addDays(lastDay, -mediatedDays) }
  const own = [
    ...rowsOf(demoStats(before)).filter(({ network }) => mediatedNetworks.has(network!)),
    ...rowsOf(mediationStats(options)),
  ].filter(({ format }) => format !== 'banner')
  expect(new Set(rows.map(({ date }) => date)).size).toBe(60)
  for (const name of ['impressions', 'clicks', 'revenue']) {
    const part = sum(rows, name) / sum(own, name)
    expect(part, name).toBeGreaterThan(0.9)
    expect(part, name).toBeLessThan(1)
  }
})

test('the first app has a dead rung and two floors far apart', () => {
  const of = (tag: string) =>
    rows.filter((row) => row.app_id === first!.appId && row.ad_tag === tag && row.floor !== '')
  const byFloor = (tag: string) =>
    [...Map.groupBy(of(tag), ({ floor }) => Number(floor))].sort(([a], [b]) => b - a)
  const [[, dead]] = byFloor('rewarded_main') as [[number, Record<string, string>[]]]
  expect(sum(dead, 'attempts')).toBeGreaterThan(100_000)
  expect(sum(dead, 'impressions')).toBe(0)
  const [[high, upper], [low]] = byFloor('interstitial_main') as [
    [number, Record<string, string>[]],
    [number],
  ]
  expect(high / low).toBeGreaterThan(2)
  expect(sum(upper, 'responses') / sum(upper, 'attempts')).toBeLessThan(0.05)
})

test('a day is the same, whenever it is added', () => {
  const day = rowsOf(waterfallDetails({ ...options, firstDay: lastDay }))
  expect(day.length).toBeGreaterThan(50)
  expect(rows.slice(-day.length)).toEqual(day)
})
