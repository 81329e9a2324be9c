import { expect, test } from 'vitest'
import { smallestMicros } from '../settlement/amounts.ts'
import { type Day, parseDay } from '../values/day.ts'
import { firstDayOfMonth, monthsBefore } from '../values/months.ts'
import { demoCurrencies } from './demo-rates.ts'
import { demoDefaults } from './demo-size.ts'
import { networks } from './markets.ts'
import { demoTerms } from './payers.ts'
import { demoLines, type ReportedMonth, statementFiles } from './statements.ts'

const today = parseDay('2026-03-10')!

/** What networks reported in the twelve months before today, and in this one. */
const months: readonly ReportedMonth[] = Array.from({ length: 13 }, (_, index) => 12 - index)
  .map((before) => firstDayOfMonth(monthsBefore(firstDayOfMonth(today), before)))
  .flatMap((month) =>
    networks.map(({ name: network }) => ({ network, month, reportedMicros: 3_000_123_456n })),
  )

const linesOn = (day: Day, size = demoDefaults) => demoLines(months, size, day, true)
const cellsOf = (row: string) => row.trimEnd().split(',')

test('the same seed gives the same lines, another seed other ones; none is of a day to come', () => {
  expect(linesOn(today)).toEqual(linesOn(today))
  expect(linesOn(today, { ...demoDefaults, seed: 2 })).not.toEqual(linesOn(today))
  const days = linesOn(today).map(({ day }) => day)
  expect(days).toEqual(days.toSorted((a, b) => a - b))
  expect(days.every((day) => day < today)).toBe(true)
  expect(demoLines([], demoDefaults, today, true)).toEqual([])
})

test('the lines of a day and those of the day after differ by the new ones alone', () => {
  const rowsOn = (day: Day) => new Set(linesOn(day).map(({ row }) => row))
  const before = rowsOn(today)
  const after = rowsOn((today + 1) as Day)
  expect([...before].filter((row) => !after.has(row))).toEqual([])
})

test('without troubles, every bill that is due was paid, but for late ones', () => {
  const lines = demoLines(months, demoDefaults, today, false)
  const rows = lines.map(({ row }) => cellsOf(row))
  expect(rows.every(([network, , kind]) => network !== '' && kind !== 'adjustment')).toBe(true)
  for (const network of ['ironsource', 'facebook', 'applovin']) {
    const paid = rows.filter(([of, , kind]) => of === network && kind === 'payment')
    expect(paid.length, network).toBe(network === 'ironsource' ? 10 : 11)
  }
})

test('no two lines of a kind have the same reference, by which an installation knows them', () => {
  const references = linesOn(today).map(({ kind, reference }) => `${kind} ${reference}`)
  expect(new Set(references).size).toBe(references.length)
})

test.each(demoCurrencies)('amounts in %s are whole units of their currency', (currency) => {
  const size = { ...demoDefaults, currency }
  for (const { row } of linesOn(today, size)) {
    const [network, , kind, amount, of] = cellsOf(row)
    if (network !== '') expect(of).toBe(demoTerms(network!, size).currency)
    expect((Number(amount) * 1e6) % Number(smallestMicros(of!)), row).toBeCloseTo(0, 3)
    if (kind === 'earnings' && of === currency) {
      expect(Number(amount)).toBeGreaterThanOrEqual(0.96 * 3_000)
      expect(Number(amount)).toBeLessThanOrEqual(3_001)
    }
  }
})

test('a file has the lines of one month', () => {
  const files = statementFiles(linesOn(today))
  expect(files.map(({ name }) => name).slice(-2)).toEqual([
    'payments-2026-02.csv',
    'payments-2026-03.csv',
  ])
  const rows = files.flatMap(({ text }) => text.trimEnd().split('\n').slice(1))
  expect(rows).toHaveLength(linesOn(today).length)
})
