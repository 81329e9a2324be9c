import type { OpenedReport } from '../../use-cases/report/open-report.ts'
import { Utf8Writer } from '../answer/utf8-writer.ts'
import { type RowForm, writeRows } from './write-rows.ts'

/** Rows as objects, their members in the order of the columns. */
export const objectRows: Omit<RowForm, 'separator'> = {
  opening: '{',
  closing: '}',
  beforeCell: ({ name }, place) => `${place > 0 ? ',' : ''}${JSON.stringify(name)}:`,
  text: (text) => JSON.stringify(text),
  unknown: 'null',
}

const listedRows: RowForm = { ...objectRows, separator: ',' }

/** Meta data, totals and rows. */
export async function* jsonBody({
  meta,
  totals,
  table,
  hasMore,
  nextCursor,
}: OpenedReport): AsyncGenerator<Uint8Array> {
  const json = new Utf8Writer()
  json.string(`{"meta":${JSON.stringify(meta)},"totals":`)
  if (totals) yield* writeRows(json, totals, listedRows)
  else json.string('null')
  json.string(',"data":[')
  yield* writeRows(json, table, listedRows)
  const rest = { next_cursor: nextCursor, has_more: hasMore }
  json.string(`],${JSON.stringify(rest).slice(1)}`)
  yield* json.takeAll()
}
