import type { SettlementRefusals } from '../settlement/refusals.ts'
import { badCellLine, columns, counted, listed, listedFirst, quoted } from './phrases.ts'
import type { Wording } from './vocabulary.ts'

export const settlementWording: Wording<SettlementRefusals> = {
  statement_refused: badCellLine,
  statement_unrecognised: ({ file, columns: found, columnCount }) => {
    const having =
      columnCount === 0
        ? ''
        : `, with the column${columnCount === 1 ? '' : 's'} ${listedFirst(found.map(quoted), columnCount)}`
    return `${file}: Unrecognised statement${having}. Expected a CSV with the columns network, period, kind, amount, currency, date and reference, payments of AdSense as JSON, or transactions of Unity as CSV. Read the file of a bank with a mapping`
  },
  mapping_column_reused: ({ mapping, column, roles }) =>
    `The mapping ${quoted(mapping)} uses the column ${quoted(column)} for ${listed(roles)}. Choose a column for each`,
  mapping_column_repeated: ({ mapping, column, file, line }) =>
    `${file}:${line}: The mapping ${quoted(mapping)} fits two columns: the file has ${quoted(column)} twice. Rename one of them`,
  mapping_columns_missing: ({ mapping, file, missing, lines }) =>
    `${file}: The mapping ${quoted(mapping)} does not fit. None of the first ${counted(lines, 'line')} is a header with all of its columns; missing ${columns(missing)}`,
}
