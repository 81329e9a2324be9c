import { csvCell, withoutFormula } from '../../values/csv.ts'
import type { JournalLineView } from './show-journal.ts'

/** The lines of a journal as CSV (RFC 4180), after a line of column names. */
export const journalCsv = (lines: readonly JournalLineView[]): string[] => [
  'date,account,debit,credit,currency,reference',
  ...lines.map(({ date, account, debit, credit, currency, reference }) =>
    [date, withoutFormula(account), debit, credit, currency, withoutFormula(reference)]
      .map(csvCell)
      .join(','),
  ),
]
