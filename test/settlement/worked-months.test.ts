import { expect, test } from 'vitest'
import { formatMonth } from '../../src/values/months.ts'
import type { NaiveRow } from './naive-books.ts'
import { PureBooks, toNaiveChange, toNaiveExpectations, toNaiveRow } from './pure-books.ts'
import { readWorkedMonths, type WorkedMonth, writeAmount } from './worked-months.ts'

const examples = readWorkedMonths()

test('the page about money has eight worked months', () => {
  expect(examples.map(({ title }) => title)).toEqual([
    'Net 60',
    'Below the minimum for three months',
    'Part payment',
    'Reversal',
    'Withdrawn network with an open balance',
    'An account in euros, paid in dollars with withholding',
    'Invalid traffic after the close',
    'A bank line that pays two networks',
  ])
})

test.each(examples)('$title', (example) => {
  const { events, rows, expected, booked } = example
  const books = booksOn(example, events.at(-1)!.day)
  const found = books.months.map(toNaiveRow)
  expect(found.map((row, at) => cellsOf(row, Object.keys(rows[at] ?? {})))).toEqual(rows)
  const on = [...new Set(expected.map((cells) => cells.on!))]
  expect(on.flatMap((day) => expectationsOf(example, day))).toEqual(expected)
  const carried = books.closes.flatMap((close) =>
    close.carried
      .map(toNaiveChange)
      .map(({ month, micros }) => `${formatMonth(close.month)} ${writeAmount(micros)} ${month}`),
  )
  expect(carried).toEqual(booked)
})

/** The account at the end of a day. */
function booksOn({ currency, terms, events }: WorkedMonth, lastDay: string): PureBooks {
  const books = new PureBooks(currency)
  for (const step of terms) books.take(step)
  for (const { day, step } of events) if (day <= lastDay) books.take(step)
  return books
}

const shown = [
  ...(['reported', 'restated', 'billed', 'unexplained', 'deducted', 'fees', 'tax'] as const),
  ...(['exchange', 'paid', 'open'] as const),
] satisfies (keyof NaiveRow)[]

/** The cells of a row's columns, and of other columns that are not 0 although the page does not show them. */
function cellsOf(row: NaiveRow, columns: readonly string[]) {
  const { network, month } = row
  const amounts = shown
    .filter((name) => columns.includes(name) || row[name])
    .map((name) => [name, writeAmount(row[name])])
  return { network, month, ...Object.fromEntries(amounts) }
}

function expectationsOf(example: WorkedMonth, on: string) {
  const rates = { USD: [100n, 92n] } as const
  const { payments, held } = toNaiveExpectations(booksOn(example, on).expect(on, rates))
  return [
    ...payments.map(({ micros, dueDay, lateDays }) => ({
      on,
      expected: writeAmount(micros),
      due: dueDay,
      'days late': String(lateDays),
    })),
    ...held.map(({ micros }) => ({
      on,
      expected: writeAmount(micros),
      due: 'held',
      'days late': '0',
    })),
  ]
}
