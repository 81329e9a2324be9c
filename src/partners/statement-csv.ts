import { csvCell, withoutFormula } from '../values/csv.ts'
import { formatMicros } from '../values/decimal.ts'
import { type Statement, totalOf } from './statement.ts'

const columns = [
  'number',
  'month',
  'kind',
  'app_id',
  'app_name',
  'ad_network',
  'share',
  'impressions',
  'gross',
  'amount',
  'currency',
  'reason',
] as const

type Row = Partial<Record<(typeof columns)[number], string>>

/**
 * A statement as CSV (RFC 4180): a line for each share, correction and adjustment, and one of the total, after a line of
 * column names. A correction has the month that it corrects. Texts that a spreadsheet would run begin with an apostrophe.
 */
export function statementCsv(statement: Statement): string {
  const { number, month, currency } = statement
  const rows: Row[] = [
    ...statement.shares.map((line) => ({
      kind: 'share',
      app_id: line.appId,
      app_name: line.appName,
      ad_network: line.adNetwork,
      share: line.share,
      impressions: String(line.impressions),
      gross: line.grossMicros === null ? '' : formatMicros(line.grossMicros),
      amount: formatMicros(line.netMicros),
    })),
    ...statement.corrections.map((line) => ({
      month: line.month,
      kind: 'correction',
      amount: formatMicros(line.amountMicros),
    })),
    ...statement.adjustments.map(({ kind, amountMicros, reason }) => ({
      kind,
      amount: formatMicros(amountMicros),
      reason,
    })),
    { kind: 'total', amount: formatMicros(totalOf(statement)) },
  ]
  const lines = rows.map((row) => {
    const cells: Row = { number, currency, ...row, month: row.month ?? month }
    return columns.map((column) => csvCell(protectedCell(column, cells[column] ?? ''))).join(',')
  })
  return `${[columns.join(','), ...lines].join('\r\n')}\r\n`
}

const numbers: ReadonlySet<string> = new Set(['impressions', 'gross', 'amount'])

/** Negative amounts are numbers, and no formulas. */
const protectedCell = (column: string, text: string): string =>
  numbers.has(column) ? text : withoutFormula(text)
