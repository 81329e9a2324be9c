import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { isCountry } from '../values/country.ts'
import { addDays, type Day, formatDay, parseDay } from '../values/day.ts'
import { isIdentifier } from '../values/identifier.ts'
import { demoApps } from './apps.ts'
import { demoStats } from './stats.ts'

const header =
  'date,app_id,network,format,country,impressions,revenue,clicks,installs,requests,matched_requests,ad_tag'
const day = (text: string) => parseDay(text)!

function statsText(seed: number, firstDay: Day, lastDay: Day, appCount = 12): string {
  return [...demoStats({ seed, appCount, firstDay, lastDay })].join('')
}

function statsRows(seed: number, firstDay: Day, lastDay: Day): string[][] {
  const lines = statsText(seed, firstDay, lastDay).trimEnd().split('\n')
  return lines.slice(1).map((line) => line.split(','))
}

const sum = (rows: readonly string[][], column: number) =>
  rows.reduce((total, row) => total + Number(row[column]), 0)

test('the same seed gives the same bytes, another seed different ones', () => {
  const digest = (seed: number) =>
    createHash('sha256')
      .update(statsText(seed, day('2026-02-20'), day('2026-03-10')))
      .digest('hex')
  expect(digest(1)).toBe(digest(1))
  expect(digest(1)).not.toBe(digest(2))
})

test('a range equals its parts, wherever it is cut', () => {
  const [first, last] = [day('2025-12-20'), day('2026-01-12')]
  const whole = statsText(5, first, last)
  for (const cut of [first, day('2025-12-31'), addDays(last, -1)]) {
    const rest = statsText(5, addDays(cut, 1), last)
    expect(statsText(5, first, cut) + rest.slice(header.length + 1) === whole).toBe(true)
  }
})

test('a range without days, or an account without apps, gives only the header', () => {
  const today = day('2026-05-01')
  expect(statsText(1, today, addDays(today, -1))).toBe(`${header}\n`)
  expect(statsText(1, today, today, 0)).toBe(`${header}\n`)
})

test('every row obeys the rules of the stats format', () => {
  const [first, last] = [day('2026-11-20'), day('2026-12-05')]
  const appIds = new Set(demoApps(11, 12).map(({ appId }) => appId))
  const days = new Set(
    Array.from({ length: last - first + 1 }, (_, index) => formatDay(addDays(first, index))),
  )
  const isCount = (text: string | undefined) => /^(0|[1-9]\d*)$/.test(text ?? '')
  const faults = statsRows(11, first, last).filter((row) => {
    const [date, appId, network, format, country, impressions, revenue, clicks, installs] = row
    const [requests, matched, tag] = row.slice(9)
    return !(
      row.length === 12 &&
      days.has(date!) &&
      appIds.has(appId!) &&
      isIdentifier(network!) &&
      isIdentifier(format!) &&
      isCountry(country!) &&
      /^(0|[1-9]\d*)(\.\d{0,5}[1-9])?$/.test(revenue!) &&
      [impressions, clicks, installs].every(isCount) &&
      Number(clicks) <= Number(impressions) &&
      Number(installs) <= Number(clicks) &&
      (requests === ''
        ? matched === ''
        : [requests, matched].every(isCount) &&
          Number(impressions) <= Number(matched) &&
          Number(matched) <= Number(requests)) &&
      /^[a-z_]*$/.test(tag!)
    )
  })
  expect(faults).toEqual([])
})

test('rows are sorted by date and app, and no two have the same key', () => {
  const rows = statsRows(4, day('2026-06-25'), day('2026-07-05'))
  const places = rows.map(([date, appId]) => `${date} ${appId}`)
  expect(places.every((place, index) => index === 0 || places[index - 1]! <= place)).toBe(true)
  const keys = rows.map((row) => [...row.slice(0, 5), row[11]].join())
  expect(new Set(keys).size).toBe(rows.length)
})

test('a month has every network, format and country, and rows that earn nothing', () => {
  const rows = statsRows(1, day('2026-04-01'), day('2026-04-30'))
  const distinct = (column: number) => new Set(rows.map((row) => row[column])).size
  expect([distinct(2), distinct(3), distinct(4), distinct(11)]).toEqual([8, 4, 40, 8])
  const unpaid = rows.filter((row) => row[6] === '0').length / rows.length
  expect(unpaid).toBeGreaterThan(0.05)
  expect(unpaid).toBeLessThan(0.3)
})

test('six networks report requests and two do not, and fill rates differ', () => {
  const rows = statsRows(1, day('2026-04-01'), day('2026-04-07'))
  const fills = [...Map.groupBy(rows, (row) => row[2]!)].map(([network, of]) => {
    const reporting = of.filter((row) => row[9] !== '')
    const fill = Math.round((10 * sum(reporting, 10)) / sum(reporting, 9)) / 10
    return `${network} ${reporting.length === 0 ? 'unknown' : reporting.length === of.length && fill}`
  })
  expect(fills.sort()).toEqual([
    ...['admob 0.6', 'applovin 0.3', 'facebook 0.1', 'ironsource unknown', 'ownnet 0.9'],
    ...['ownnet_exchange 0.2', 'unityads 0.8', 'vungle unknown'],
  ])
})

test('a day earns $1,000 to $20,000, and ownnet a large part of it', () => {
  for (const date of ['2026-01-13', '2026-07-04', '2026-11-27', '2029-11-24']) {
    const rows = statsRows(1, day(date), day(date))
    const dollars = sum(rows, 6)
    expect(dollars).toBeGreaterThan(1_000)
    expect(dollars).toBeLessThan(20_000)
    const own = rows.filter((row) => row[2] === 'ownnet')
    expect(sum(own, 6) / dollars).toBeGreaterThan(0.2)
  }
})

test('twelve apps and 400 days make 600,000 to 900,000 rows, in chunks of about 64 kB', () => {
  for (const date of ['2026-03-31', '2028-02-29']) {
    const lastDay = day(date)
    const firstDay = addDays(lastDay, -399)
    let rows = -1
    let longest = 0
    for (const chunk of demoStats({ seed: 1, appCount: 12, firstDay, lastDay })) {
      for (let at = chunk.indexOf('\n'); at >= 0; at = chunk.indexOf('\n', at + 1)) rows++
      longest = Math.max(longest, chunk.length)
    }
    expect(rows).toBeGreaterThan(600_000)
    expect(rows).toBeLessThan(900_000)
    expect(longest).toBeLessThan(66_000)
  }
})
