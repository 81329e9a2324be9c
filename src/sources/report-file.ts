import { setImmediate } from 'node:timers/promises'
import type { InputFile } from './readers/input-file.ts'
import { readCsv } from './readers/read-csv.ts'
import { at, type Json, readJson, textAt } from './readers/read-json.ts'
import type { CellReader, Report } from './source.ts'

/** A table with a header, or one JSON answer. */
export type ReportFile =
  | {
      readonly kind: 'table'
      readonly input: InputFile
      readonly columns: readonly string[]
    }
  | { readonly kind: 'json'; readonly input: InputFile; readonly answer: Json }

/** Of a JSON answer, to recognise its report. */
const rowsLookedAt = 100
/** Rows of a JSON answer that are read before others get their turn. */
const rowsPerTurn = 256

/** A row of a report. */
export interface ReportRow {
  /** Its first line, from 1; in a JSON answer the row's number. */
  readonly line: number
  readonly cell: CellReader
}

/** Reads the beginning of a table, or a whole JSON answer. @throws Refusal when it is malformed */
export async function openReportFile(input: InputFile): Promise<ReportFile> {
  if (input.format === 'json') {
    const answer = await readJson(input)
    // Some clients store an answer together with its request.
    return { kind: 'json', input, answer: at(answer, 'response', 'body') ?? answer }
  }
  for await (const { cells } of readCsv(input)) {
    return { kind: 'table', input, columns: cells.map((cell) => cell?.trim() ?? '') }
  }
  return { kind: 'table', input, columns: [] }
}

/** The columns that a report needs and a file does not have; null when the report never has the file's form. */
export function missingColumns(file: ReportFile, report: Report): (string | RegExp)[] | null {
  if (file.kind === 'table') {
    if (report.table === false) return null
    return report.columns.filter((column) => findColumn(file.columns, column) === null)
  }
  const rows = firstRows(file.answer, report)
  if (rows.length === 0) return null
  return report.columns.filter((column) => rows.every((row) => memberOf(row, column) === null))
}

/** The first rows of an answer; none when it is not the report's. */
export const firstRows = (answer: Json, report: Report): readonly Json[] => [
  ...Iterator.from(report.json?.(answer) ?? []).take(rowsLookedAt),
]

/** Whether an answer is one of the report, without rows. */
export function isEmptyAnswer(answer: Json, report: Report): boolean {
  const rows = report.json?.(answer)
  return rows != null && Iterator.from(rows).next().done === true
}

/** Reads the rows of a report. Lines of totals are skipped. */
export async function* reportRows(file: ReportFile, report: Report): AsyncGenerator<ReportRow> {
  if (file.kind === 'json') {
    let line = 0
    for (const row of report.json?.(file.answer) ?? []) {
      const cell: CellReader = (column) => textAt(row, memberOf(row, column) ?? '').trim()
      yield { line: ++line, cell }
      if (line % rowsPerTurn === 0) await setImmediate()
    }
    return
  }
  const { columns } = file
  const order = new Map(columns.map((column, index) => [column, index]))
  let isHeader = true
  for await (const { line, cells } of readCsv(file.input)) {
    if (!isHeader && !isTotals(cells)) {
      const cell: CellReader = (column) =>
        cells[order.get(findColumn(columns, column) ?? '') ?? -1]?.trim() ?? ''
      yield { line, cell }
    }
    isHeader = false
  }
}

/** The name of the column that is wanted; null when there is none. */
export function findColumn(columns: readonly string[], wanted: string | RegExp): string | null {
  if (typeof wanted === 'string') return columns.includes(wanted) ? wanted : null
  return columns.find((column) => wanted.test(column)) ?? null
}

/** The name of the member that is wanted; null when the row is no object, or has none. */
function memberOf(row: Json, wanted: string | RegExp): string | null {
  if (typeof row !== 'object' || row === null) return null
  if (typeof wanted === 'string') return Object.hasOwn(row, wanted) ? wanted : null
  return findColumn(Object.keys(row), wanted)
}

const isTotals = (cells: readonly (string | null)[]): boolean =>
  /^(grand |sub)?totals?:?$/i.test(cells.find((cell) => cell !== null)?.trim() ?? '')
