import { checkHeader } from '../../sources/readers/read-table.ts'
import { isCurrency } from '../../values/currency.ts'
import { identifierAccepts, isIdentifier } from '../../values/identifier.ts'
import type { GivenLine } from '../given-line.ts'
import {
  lineAmountAccepts,
  lineCurrencyAccepts,
  lineMonthAccepts,
  maxAppIdCharacters,
  maxReasonCharacters,
  maxReferenceCharacters,
  parseLineMicros,
  parseLineMonth,
} from '../line-bounds.ts'
import { type LineKind, lineKinds } from '../statement-line.ts'
import { type StatementRow, statementRows, type TableFormat } from './statement-rows.ts'

const required = ['network', 'period', 'kind', 'amount', 'currency', 'date', 'reference']
const columns = { allowed: [...required, 'reason', 'app_id'], required }

/** With fewer of its columns, a file is something else. */
const fewestColumns = 3

/** Kinds of lines that move money. Their amounts are above 0, and their networks may be unknown. */
const moving: ReadonlySet<LineKind> = new Set(['payment', 'reversal'])

/** Adtally's own format. */
export const statementCsv: TableFormat = {
  fits: (header) => required.filter((column) => header.includes(column)).length >= fewestColumns,
  read: (file, header, rows) => {
    checkHeader(file, header, columns)
    const lines = [...statementRows(file, header, rows)].map(readLine)
    return { source: 'statements', lines, skipped: 0 }
  },
}

function readLine({ line, cell, text, day, refused }: StatementRow): GivenLine {
  const kind = lineKinds.find((one) => one === cell('kind').toLowerCase())
  if (kind === undefined) throw refused('kind', cell('kind'), `one of ${lineKinds.join(', ')}`)
  const network = cell('network').toLowerCase()
  if (!isIdentifier(network) && !(network === '' && moving.has(kind))) {
    throw refused('network', cell('network'), identifierAccepts)
  }
  const month = parseLineMonth(cell('period'))
  if (month === null && cell('period') !== '') {
    throw refused('period', cell('period'), `${lineMonthAccepts}, or nothing`)
  }
  const amountMicros = parseLineMicros(cell('amount'))
  if (amountMicros === null) throw refused('amount', cell('amount'), lineAmountAccepts)
  if (amountMicros < 0n && moving.has(kind)) {
    throw refused('amount', cell('amount'), `an amount above 0 for a ${kind}`)
  }
  const currency = cell('currency')
  if (!isCurrency(currency)) throw refused('currency', currency, lineCurrencyAccepts)
  if (cell('reason') !== '' && kind !== 'adjustment') {
    throw refused('reason', cell('reason'), `nothing for a line of the kind ${kind}`)
  }
  return {
    at: line,
    network: network || null,
    month,
    appId: text('app_id', maxAppIdCharacters) || null,
    kind,
    amountMicros,
    currency,
    day: day('date'),
    reference: text('reference', maxReferenceCharacters),
    reason: text('reason', maxReasonCharacters) || null,
  }
}
