import type { InputFile } from './readers/input-file.ts'
import { readCsv } from './readers/read-csv.ts'
import { at, type Json, readJson, textAt } from './readers/read-json.ts'
import type { Cell, Report } from './source.ts'

/** A table with a header, or one JSON answer. */
export type ReportFile =
  | {
      readonly kind: 'table'
      readonly input: InputFile
      readonly columns: readonly string[]
    }
  | { readonly kind: 'json'; readonly input: InputFile; readonly answer: Json }

/** A row of a report. */
export interface ReportRow {
  /** Its first line, from 1; in a JSON answer the row's number. */
  readonly line: number
  readonly cell: Cell
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

/** The columns of a file for a report; null when the report never has the file's form. */
export function columnsFor(file: ReportFile, report: Report): readonly string[] | null {
  if (file.kind === 'table') return report.table === false ? null : file.columns
  const rows = report.json?.(file.answer)
  if (!rows || rows.length === 0) return null
  return [...new Set(rows.slice(0, 100).flatMap((row) => Object.keys(at(row) ?? {})))]
}

/** Whether a file is an answer of the report without rows. */
export function isEmptyAnswer(file: ReportFile, report: Report): boolean {
  return file.kind === 'json' && report.json?.(file.answer)?.length === 0
}

/** The columns that a report needs and a file does not have. */
export function missingColumns(report: Report, columns: readonly string[]): (string | RegExp)[] {
  return report.columns.filter((column) => findColumn(columns, column) === null)
}

/** Reads the rows of a report. Lines of totals are skipped. */
export async function* reportRows(file: ReportFile, report: Report): AsyncGenerator<ReportRow> {
  if (file.kind === 'json') {
    for (const [index, row] of (report.json?.(file.answer) ?? []).entries()) {
      const names = Object.keys(at(row) ?? {})
      const cell: Cell = (column) => textAt(row, findColumn(names, column) ?? '').trim()
      yield { line: index + 1, cell }
    }
    return
  }
  const { columns } = file
  const order = new Map(columns.map((column, index) => [column, index]))
  let isHeader = true
  for await (const { line, cells } of readCsv(file.input)) {
    if (!isHeader && !isTotals(cells)) {
      const cell: Cell = (column) =>
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

const isTotals = (cells: readonly (string | null)[]): boolean =>
  /^(grand |sub)?totals?:?$/i.test(cells.find((cell) => cell !== null)?.trim() ?? '')
