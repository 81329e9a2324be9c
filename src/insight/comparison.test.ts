import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { comparisons } from '../values/compared-range.ts'
import { addDays, type Day, parseDay } from '../values/day.ts'
import { atOnce } from '../values/turns.ts'
import type { Amounts, NetworkDays } from './amounts.ts'
import { compareRanges as stepsOfCompare } from './comparison.ts'
import { pairDays } from './day-pairs.ts'

const compareRanges = (...given: Parameters<typeof stepsOfCompare>) =>
  atOnce(stepsOfCompare(...given))

const day = (text: string) => parseDay(`2026-${text}`)!

/** `03-01` is 1 March; each amount is of revenue and ten times the impressions. */
function reportsOf(lines: Record<string, Record<string, number>>): NetworkDays {
  return new Map(
    Object.entries(lines).map(([network, days]) => [
      network,
      new Map(Object.entries(days).map(([text, micros]) => [day(text), amounts(micros)])),
    ]),
  )
}

const amounts = (micros: number): Amounts => ({
  impressions: BigInt(10 * micros),
  revenueMicros: BigInt(micros),
})

const compare = (reported: NetworkDays, first: string, last: string, figures = reported) =>
  compareRanges({ firstDay: day(first), lastDay: day(last) }, 'previous_period', {
    figures,
    reported,
    today: day('03-20'),
  })

describe('a range and the one before it', () => {
  test('count a network’s days only where it reported both', () => {
    const reported = reportsOf({
      admob: { '03-01': 100, '03-02': 200, '03-03': 130, '03-04': 150 },
      // Nothing of 2 March, so that 4 March has nothing to be compared with.
      unity: { '03-01': 10, '03-03': 20, '03-04': 40 },
    })
    const found = compare(reported, '03-03', '03-04')
    expect(found).toMatchObject({
      other: { firstDay: day('03-01'), lastDay: day('03-02') },
      total: amounts(340),
      dayCount: 2,
      current: amounts(300),
      previous: amounts(310),
      leftOut: [],
    })
    expect(found.networks).toMatchObject([
      { network: 'admob', dayCount: 2, leftOut: [] },
      {
        network: 'unity',
        dayCount: 1,
        current: amounts(20),
        previous: amounts(10),
        leftOut: [{ firstDay: day('03-04'), reason: 'unreported_before' }],
      },
    ])
    expect(found.days.map(({ current, previous }) => [current, previous])).toEqual([
      [amounts(150), amounts(110)],
      [amounts(150), amounts(200)],
    ])
  })

  test('leave out today, what nobody reported, new networks and those no longer in use', () => {
    const reported = reportsOf({
      admob: { '01-10': 5, '03-16': 7, '03-17': 8, '03-18': 9, '03-20': 11 },
      fresh: { '03-18': 3 },
      gone: { '01-10': 4 },
    })
    const found = compare(reported, '03-18', '03-20')
    expect(found).toMatchObject({ dayCount: 0, current: amounts(0), previous: amounts(0) })
    expect(found.leftOut).toEqual([
      { firstDay: day('03-18'), lastDay: day('03-19'), reason: 'not_reported' },
      { firstDay: day('03-20'), lastDay: day('03-20'), reason: 'not_over' },
    ])
    expect(found.networks.map(({ network, leftOut }) => [network, leftOut[0]?.reason])).toEqual([
      ['admob', 'unreported_before'],
      ['fresh', 'new'],
    ])
    const early = compareRanges(
      { firstDay: day('01-12'), lastDay: day('01-12') },
      { firstDay: day('01-10') },
      { figures: reported, reported, today: day('03-20') },
    )
    expect(early.networks.map(({ network, leftOut }) => [network, leftOut[0]?.reason])).toEqual([
      ['admob', 'unreported'],
      ['gone', 'ended'],
    ])
  })

  test('rows that a reported day does not have are zeros', () => {
    const reported = reportsOf({ admob: { '03-01': 100, '03-02': 200 } })
    const figures = reportsOf({ admob: { '03-01': 60 } })
    const { current, previous, dayCount } = compare(reported, '03-02', '03-02', figures)
    expect({ current, previous, dayCount }).toEqual({
      current: amounts(0),
      previous: amounts(60),
      dayCount: 1,
    })
  })
})

const networks = ['admob', 'ownnet', 'unity']
const drawnReports = fc.array(
  fc.record({
    network: fc.constantFrom(...networks),
    age: fc.integer({ min: -2, max: 40 }),
    micros: fc.integer({ min: -50, max: 5_000 }),
  }),
  { maxLength: 120 },
)

test('every comparison equals a naive one, whatever order reports are in', () => {
  const today = day('03-20')
  const drawn = fc.record({
    reports: drawnReports,
    length: fc.integer({ min: 1, max: 20 }),
    end: fc.integer({ min: -2, max: 20 }),
    basis: fc.constantFrom(...comparisons),
  })
  fc.assert(
    fc.property(drawn, ({ reports, length, end, basis }) => {
      const lastDay = addDays(today, -end)
      const days = { firstDay: addDays(lastDay, 1 - length), lastDay }
      const known = new Map(reports.map((one) => [`${one.network} ${today - one.age}`, one]))
      const build = (rows: typeof reports): NetworkDays =>
        new Map(
          networks.map((network) => [
            network,
            new Map(
              rows
                .filter((one) => one.network === network)
                .map(({ age, micros }): [Day, Amounts] => [addDays(today, -age), amounts(micros)]),
            ),
          ]),
        )
      const rows = [...known.values()]
      const found = compareRanges(days, basis, {
        figures: build(rows),
        reported: build(rows),
        today,
      })
      let [current, previous] = [0, 0]
      const compared = new Set<number>()
      for (const { day: at, other } of pairDays(days, basis)) {
        for (const network of networks) {
          const now = known.get(`${network} ${at}`)
          const before = known.get(`${network} ${other}`)
          if (at >= today || !now || !before) continue
          current += now.micros
          previous += before.micros
          compared.add(at)
        }
      }
      expect(found.current).toEqual(amounts(current))
      expect(found.previous).toEqual(amounts(previous))
      expect(found.dayCount).toBe(compared.size)
      const leftOut = found.leftOut.reduce((sum, one) => sum + one.lastDay - one.firstDay + 1, 0)
      expect(leftOut + found.dayCount).toBe(length)
      const turned = build(rows.toReversed())
      expect(compareRanges(days, basis, { figures: turned, reported: turned, today })).toEqual(
        found,
      )
    }),
  )
})
