import type { CsvRow } from '../../sources/readers/read-csv.ts'
import { refuse as refuseSource } from '../../sources/refusals.ts'
import { isCurrency } from '../../values/currency.ts'
import type { Day } from '../../values/day.ts'
import { plainText } from '../../values/plain-text.ts'
import {
  type BankDateFormat,
  type BankMapping,
  type BankRole,
  mappedColumns,
} from '../bank-mapping.ts'
import type { GivenLine, StatementFile } from '../given-line.ts'
import {
  lineCurrencyAccepts,
  maxLineUnits,
  maxReferenceCharacters,
  parseLineDay,
  parseLineMicros,
} from '../line-bounds.ts'
import { refuse } from '../refusals.ts'
import { plainAmount } from './amount-text.ts'
import { type StatementRow, statementRows } from './statement-rows.ts'

/** Rows in which the header is searched: banks write the account and the period above it. */
const maxHeaderRows = 20

const examples = { '.': '1,234.57', ',': '1.234,57' } as const

export type PaymentDirection = 'incoming' | 'outgoing'

/**
 * Reads the payments of a bank's CSV in one direction, with amounts above 0. Others are skipped, and so are incoming ones
 * of other payers than the mapping's.
 *
 * @throws Refusal
 */
export function readBankStatement(
  file: string,
  rows: readonly CsvRow[],
  mapping: BankMapping,
  direction: PaymentDirection = 'incoming',
): StatementFile {
  const columns = mappedColumns(mapping)
  const place = findHeader(file, rows, mapping.name, [...columns.values()])
  const header = trimmed(rows[place]!)
  const below = rows.slice(place + 1)
  if (below.length === 0) throw refuseSource('no_rows', { file })
  const lines = [...statementRows(file, header, below)].flatMap(
    (row) => readLine(row, columns, mapping, direction) ?? [],
  )
  return { source: mapping.name, lines, skipped: below.length - lines.length }
}

const trimmed = ({ cells }: CsvRow): string[] => cells.map((cell) => cell?.trim() ?? '')

/** The index of the first row that has all columns. */
function findHeader(
  file: string,
  rows: readonly CsvRow[],
  mapping: string,
  columns: readonly string[],
): number {
  const searched = rows.slice(0, maxHeaderRows)
  const missing = searched.map((row) => {
    const cells = new Set(trimmed(row))
    return columns.filter((column) => !cells.has(column))
  })
  const place = missing.findIndex(({ length }) => length === 0)
  if (place === -1) {
    const nearest = missing.reduce((best, one) => (one.length < best.length ? one : best), columns)
    const facts = { mapping, file, missing: nearest, lines: searched.length }
    throw refuse('mapping_columns_missing', facts)
  }
  const header = trimmed(rows[place]!)
  const column = columns.find((one) => header.indexOf(one) !== header.lastIndexOf(one))
  if (column !== undefined) {
    throw refuse('mapping_column_repeated', { mapping, column, file, line: rows[place]!.line })
  }
  return place
}

function readLine(
  { line, cell, refused }: StatementRow,
  columns: ReadonlyMap<BankRole, string>,
  mapping: BankMapping,
  direction: PaymentDirection,
): GivenLine | null {
  const of = (role: BankRole) => (columns.has(role) ? cell(columns.get(role)!) : '')
  const refusedOf = (role: BankRole, accepts: string) =>
    refused(columns.get(role)!, of(role), accepts)
  const isOutgoing = direction === 'outgoing'
  const network = isOutgoing ? null : networkOf(`${of('payer')}\n${of('reference')}`, mapping)
  if (network === undefined) return null
  const amount = plainAmount(of('amount'), mapping.decimal)
  if (amount !== null && (amount.startsWith('-') !== isOutgoing || !/[1-9]/.test(amount)))
    return null
  const amountMicros = amount && parseLineMicros(amount.replace('-', ''))
  if (!amountMicros) {
    const accepts = `an amount such as ${examples[mapping.decimal]}, with at most 6 places and at most ${maxLineUnits}`
    throw refusedOf('amount', accepts)
  }
  const day = readDay(of('date'), mapping.dateFormat)
  if (day === null) {
    throw refusedOf('date', `a calendar day as ${mapping.dateFormat}, of a year from 2000 to 2149`)
  }
  const currency = of('currency') || mapping.currency
  if (!isCurrency(currency)) throw refusedOf('currency', lineCurrencyAccepts)
  return {
    at: line,
    network,
    month: null,
    appId: null,
    kind: 'payment',
    amountMicros,
    currency,
    day,
    reference: shortened(of('reference')),
    reason: null,
  }
}

/** @returns null for all payers, and where texts of several networks fit; undefined for another payer */
function networkOf(text: string, { payers }: BankMapping): string | null | undefined {
  if (payers.length === 0) return null
  const lower = text.toLowerCase()
  const found = new Set(
    payers
      .filter(({ contains }) => lower.includes(contains.toLowerCase()))
      .map(({ network }) => network),
  )
  if (found.size === 0) return undefined
  return found.size === 1 ? [...found][0]! : null
}

const dayForms: Readonly<Record<BankDateFormat, RegExp>> = {
  'YYYY-MM-DD': /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)$/,
  'DD.MM.YYYY': /^(?<day>\d\d)\.(?<month>\d\d)\.(?<year>\d{4})$/,
  'DD/MM/YYYY': /^(?<day>\d\d)\/(?<month>\d\d)\/(?<year>\d{4})$/,
  'MM/DD/YYYY': /^(?<month>\d\d)\/(?<day>\d\d)\/(?<year>\d{4})$/,
}

function readDay(text: string, format: BankDateFormat): Day | null {
  const { year, month, day } = dayForms[format].exec(text)?.groups ?? {}
  return parseLineDay(`${year}-${month}-${day}`)
}

/** On one line; the first characters of a long text, none of them cut in half. */
const shortened = (text: string): string =>
  plainText(text)
    .slice(0, maxReferenceCharacters)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
