import type { InputFile } from './readers/input-file.ts'
import { readCsv } from './readers/read-csv.ts'
import { at, type Json, readJson, textAt } from './readers/read-json.ts'
import { sniffDelimiter } from './readers/sniff-delimiter.ts'
import type { Cell, Report } from './source.ts'

/** A file as a report may read it: a table with a header, or one JSON answer. */
export type ReportFile =
  | {
      readonly kind: 'table'
      readonly input: InputFile
      readonly columns: readonly string[]
      readonly delimiter: string
    }
  | { readonly kind: 'json'; readonly input: InputFile; readonly answer: Json }

/** A row, and how its cells are found. */
export interface ReportRow {
  /** The line it begins on; in a JSON answer the row's number. Both are counted from 1. */
  readonly line: number
  readonly cell: Cell
}

/** Looks into a file. @throws Refusal when it is neither a table nor JSON */
export async function openReportFile(input: InputFile): Promise<ReportFile> {
  if (input.format === 'json') {
    const answer = await readJson(input)
    // Some clients keep an answer together with its request.
    return { kind: 'json', input, answer: at(answer, 'response', 'body') ?? answer }
  }
  const delimiter = await sniffDelimiter(input)
  for await (const { cells } of readCsv(input, delimiter)) {
    const columns = cells.map((cell) => cell?.trim() ?? '')
    return { kind: 'table', input, columns, delimiter }
  }
  return { kind: 'table', input, columns: [], delimiter }
}

/** The columns of a file as a report sees them; null when the report never comes in this form. */
export function columnsFor(file: ReportFile, report: Report): readonly string[] | null {
  if (file.kind === 'table') return report.table === false ? null : file.columns
  const rows = report.json?.(file.answer)
  if (!rows || rows.length === 0) return null
  return [...new Set(rows.slice(0, 100).flatMap((row) => Object.keys(at(row) ?? {})))]
}

/** Whether a file is the report's answer, and empty. */
export function isEmptyAnswer(file: ReportFile, report: Report): boolean {
  return file.kind === 'json' && report.json?.(file.answer)?.length === 0
}

/** Columns that a report needs and a file has not. */
export function missingColumns(report: Report, columns: readonly string[]): (string | RegExp)[] {
  return report.columns.filter((column) => findColumn(columns, column) === null)
}

/** Reads a file's rows as the report's. Lines of totals are no rows. */
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
  for await (const { line, cells } of readCsv(file.input, file.delimiter)) {
    if (!isHeader && !isTotals(cells)) {
      const cell: Cell = (column) =>
        cells[order.get(findColumn(columns, column) ?? '') ?? -1]?.trim() ?? ''
      yield { line, cell }
    }
    isHeader = false
  }
}

/** The name of a column; null when there is none. */
export function findColumn(columns: readonly string[], wanted: string | RegExp): string | null {
  if (typeof wanted === 'string') return columns.includes(wanted) ? wanted : null
  return columns.find((column) => wanted.test(column)) ?? null
}

const isTotals = (cells: readonly (string | null)[]): boolean =>
  /^(grand |sub)?totals?:?$/i.test(cells.find((cell) => cell !== null)?.trim() ?? '')
