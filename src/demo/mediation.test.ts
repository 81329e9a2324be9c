import { expect, test } from 'vitest'
import { addDays, parseDay } from '../values/day.ts'
import { demoApps } from './apps.ts'
import { mediationStats } from './mediation.ts'
import { demoStats } from './stats.ts'

const lastDay = parseDay('2026-06-30')!
const options = { seed: 1, appCount: 12, firstDay: addDays(lastDay, -59), lastDay }
const apps = demoApps(1, 12).map(({ appId }) => appId)

const linesOf = (chunks: Iterable<string>) => [...chunks].join('').trimEnd().split('\n')
const keyOf = (cells: readonly string[]) => [...cells.slice(0, 5), cells[11]].join()
const ofNetworks = new Map(
  linesOf(demoStats(options))
    .slice(1)
    .map((line) => line.split(','))
    .map((cells) => [keyOf(cells), cells]),
)
const [header, ...lines] = linesOf(mediationStats(options))
const rows = lines.map((line) => line.split(','))

test('a mediation has the rows of five networks of the last 45 days, with other amounts alone', () => {
  expect(header).toBe(linesOf(demoStats(options))[0])
  expect(rows[0]![0]).toBe('2026-05-17')
  expect(rows.at(-1)![0]).toBe('2026-06-30')
  expect(new Set(rows.map(([, , network]) => network)).size).toBe(5)
  for (const cells of rows) {
    const theirs = ofNetworks.get(keyOf(cells))!
    expect(cells.with(6, '')).toEqual(theirs.with(6, ''))
    expect(Math.abs(Number(cells[6]) / Number(theirs[6]) - 1 || 0)).toBeLessThan(0.09)
  }
})

test('its amounts differ by a rate in one app, and it lacks a network of another on some days', () => {
  const ratios = rows
    .filter(([, app, network]) => app === apps[2] && network === 'facebook')
    .filter((cells) => Number(cells[6]) > 1)
    .map((cells) => Number(cells[6]) / Number(ofNetworks.get(keyOf(cells))![6]))
  expect(ratios.length).toBeGreaterThan(45)
  for (const ratio of ratios) expect(ratio).toBeCloseTo(0.92, 4)
  const days = (of: Iterable<string[]>) =>
    new Set(
      [...of].filter(([, app, net]) => app === apps[0] && net === 'ironsource').map(([d]) => d),
    )
  const lacking = days(ofNetworks.values()).size - days(rows).size - 15
  expect(lacking).toBe(5)
})

test('a day is the same, whenever it is added', () => {
  const day = linesOf(mediationStats({ ...options, firstDay: lastDay })).slice(1)
  expect(day.length).toBeGreaterThan(100)
  expect(lines.slice(-day.length)).toEqual(day)
})
