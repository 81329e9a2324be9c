import type { GivenLine } from '../given-line.ts'
import { maxLineUnits, maxReferenceCharacters, parseLineMicros } from '../line-bounds.ts'
import type { LineKind } from '../statement-line.ts'
import { plainAmount } from './amount-text.ts'
import { type StatementRow, statementRows, type TableFormat } from './statement-rows.ts'

const required = ['date', 'transaction_type', 'amount']

/**
 * The types of transactions that Unity documents. Estimates are no earnings yet. A transfer into advertising settles what
 * Unity owes, as a payout does.
 */
const types: ReadonlyMap<string, LineKind | 'bonus' | 'estimate'> = new Map([
  ['estimated earnings', 'estimate'],
  ['earnings', 'earnings'],
  ['adjustment', 'adjustment'],
  ['adjustments', 'adjustment'],
  ['bonus', 'bonus'],
  ['payout', 'payment'],
  ['automated payout', 'payment'],
  ['manual payout', 'payment'],
  ['transfer to advertiser budget', 'payment'],
  ['transfer to pay invoices', 'payment'],
])

const amountAccepts = `an amount in US dollars other than 0, such as -1,234.57, with at most 6 places and at most ${maxLineUnits}`

/** Transactions of Unity's finance page. Other columns than these and `description` are not read. */
export const unityTransactions: TableFormat = {
  fits: (header) => required.every((column) => header.includes(column)),
  read: (file, header, rows) => {
    const lines: GivenLine[] = []
    let isDebited: boolean | null = null
    for (const row of statementRows(file, header, rows)) {
      const line = readLine(row)
      if (!line) continue
      const isNegative = line.amountMicros < 0n
      const isPayment = line.kind === 'payment'
      if (isPayment) isDebited ??= isNegative
      if (isPayment && isNegative !== isDebited) {
        throw row.refused('amount', row.cell('amount'), 'the sign of the payouts before it')
      }
      const amountMicros = isPayment && isNegative ? -line.amountMicros : line.amountMicros
      lines.push({ ...line, amountMicros })
    }
    return { source: 'unity-transactions', lines, skipped: rows.length - lines.length }
  },
}

function readLine({ line, cell, text, day, refused }: StatementRow): GivenLine | null {
  const type = types.get(cell('transaction_type').toLowerCase())
  if (type === undefined) {
    const accepts = `one of ${[...types.keys()].join(', ')}`
    throw refused('transaction type', cell('transaction_type'), accepts)
  }
  if (type === 'estimate') return null
  const amount = plainAmount(cell('amount').replace(/^([+-]?)\$/, '$1'), '.')
  const amountMicros = amount && parseLineMicros(amount)
  if (!amountMicros) throw refused('amount', cell('amount'), amountAccepts)
  return {
    at: line,
    network: 'unityads',
    month: null,
    appId: null,
    kind: type === 'bonus' ? 'adjustment' : type,
    amountMicros,
    // Unity pays in no other currency.
    currency: 'USD',
    day: day('date'),
    reference: text('description', maxReferenceCharacters),
    reason: type === 'bonus' ? 'bonus' : null,
  }
}
