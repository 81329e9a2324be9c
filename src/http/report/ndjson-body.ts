import type { OpenedReport } from '../../use-cases/report/open-report.ts'
import { Utf8Writer } from '../answer/utf8-writer.ts'
import { objectRows } from './json-body.ts'
import { type RowForm, writeRows } from './write-rows.ts'

const lines: RowForm = { ...objectRows, separator: '', closing: '}\n' }

/** An object for each row, on a line of its own. */
export async function* ndjsonBody({ table }: OpenedReport): AsyncGenerator<Uint8Array> {
  const text = new Utf8Writer()
  yield* writeRows(text, table, lines)
  yield* text.takeAll()
}
