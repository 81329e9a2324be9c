import type { OpenedReport } from '../../use-cases/report/open-report.ts'
import { csvCell, withoutFormula } from '../../values/csv.ts'
import { Utf8Writer } from '../answer/utf8-writer.ts'
import { type RowForm, writeRows } from './write-rows.ts'

const records: RowForm = {
  opening: '',
  separator: '',
  closing: '\r\n',
  beforeCell: (_, place) => (place > 0 ? ',' : ''),
  text: (text) => csvCell(withoutFormula(text)),
  unknown: '',
}

/** CSV (RFC 4180) with a line of column names. */
export async function* csvBody({ table }: OpenedReport): AsyncGenerator<Uint8Array> {
  const text = new Utf8Writer()
  text.string(`${table.columns.map(({ name }) => name).join(',')}\r\n`)
  yield* writeRows(text, table, records)
  yield* text.takeAll()
}
