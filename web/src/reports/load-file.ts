import { getResponse } from '../api/request.ts'
import type { Formats } from '../figures/formats.ts'
import type { ReportView } from '../view/report-view.ts'
import { daysOf } from '../view/view.ts'
import { fileQuestion } from './questions.ts'
import { readReport } from './report.ts'
import { fileColumns, fileRows } from './table-file.ts'

export type FileKind = 'csv' | 'parquet' | 'xlsx'

export interface FileRequest {
  readonly kind: FileKind
  /** Whether each day has rows of its own. */
  readonly isByDay: boolean
  readonly today: string
  readonly account: string
  readonly formats: Formats
}

/** A browser holds so many rows of a sheet with ease; more are for CSV and programs. */
const maxSheetCells = 1_000_000
const maxSheetRows = 100_000

/** Loads all rows of a view as a file. @throws ApiError; Error when a sheet would have too many rows */
export async function loadFile(view: ReportView, request: FileRequest) {
  const { kind, isByDay, today, account, formats } = request
  const question = fileQuestion(view, today, isByDay)
  const { from, to } = daysOf(view.range, today)
  const by = [question.dimensions ?? []].flat().join('-')
  const name = `adtally-${by}-${from}-to-${to}.${kind}`
  if (kind !== 'xlsx') {
    const answer = await getResponse('report', { ...question, format: kind }, { account })
    return { name, blob: await answer.blob() }
  }
  const columns = columnCount(question)
  const limit = Math.min(maxSheetRows, Math.floor(maxSheetCells / columns))
  const answer = await getResponse('report', { ...question, limit: String(limit) }, { account })
  const report = readReport(await answer.text())
  if (report.hasMore) {
    throw new Error(
      `There are more than ${formats.count(limit)} rows. Download CSV, or choose fewer days or rows.`,
    )
  }
  // It is loaded when it is first needed.
  const { toWorkbook } = await import('./sheet.ts')
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return { name, blob: new Blob([toWorkbook(fileColumns(report), fileRows(report))], { type }) }
}

/** With a comparison, metrics have four columns, and days two. */
function columnCount({ dimensions, metrics, compare }: ReturnType<typeof fileQuestion>): number {
  const [rows, figures] = [[dimensions ?? []].flat().length, [metrics ?? []].flat().length]
  return compare === undefined ? rows + figures : 2 * rows + 4 * figures
}
