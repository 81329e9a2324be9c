import { maxCharactersShown } from '../../sources/bad-cells.ts'
import type { CsvRow } from '../../sources/readers/read-csv.ts'
import type { Day } from '../../values/day.ts'
import type { Refusal } from '../../values/refusal.ts'
import type { StatementFile } from '../given-line.ts'
import { isLineText, lineDayAccepts, lineTextAccepts, parseLineDay } from '../line-bounds.ts'
import { refuse } from '../refusals.ts'

/** The most lines of a file, and payments of a JSON answer. */
export const maxStatementLines = 10_000

/** Refuses a cell. @param value empty for a missing one */
export type RefuseCell = (column: string, value: string, accepts: string) => Refusal

/** The refusal of cells of a line, from 1. */
export const cellRefuser =
  (file: string, line: number): RefuseCell =>
  (column, value, accepts) =>
    refuse('statement_refused', {
      file,
      line,
      column,
      value: value === '' ? null : value.slice(0, maxCharactersShown),
      accepts,
    })

/** A row of a table, by its columns. */
export interface StatementRow {
  readonly line: number
  /** A cell without blanks around it; empty where the row or the table has none. */
  readonly cell: (column: string) => string
  /** A cell that fits a field of a line. @throws Refusal `statement_refused` */
  readonly text: (column: string, maxCharacters: number) => string
  /** @throws Refusal `statement_refused` */
  readonly day: (column: string) => Day
  readonly refused: RefuseCell
}

/** How a statement in a CSV is recognised and read. */
export interface TableFormat {
  /** @param header as {@link columnKey} makes it */
  readonly fits: (header: readonly string[]) => boolean
  readonly read: (file: string, header: readonly string[], rows: readonly CsvRow[]) => StatementFile
}

/** The refusal of a file that has other columns than all formats. */
export const unrecognised = (file: string, columns: readonly string[]): Refusal =>
  refuse('statement_unrecognised', {
    file,
    columns: columns.slice(0, maxColumnsShown).map((column) => column.slice(0, maxCharactersShown)),
    columnCount: columns.length,
  })

const maxColumnsShown = 20

/** A column's name in lower case, with underscores for blanks. */
export const columnKey = (name: string | null): string =>
  (name ?? '').trim().toLowerCase().replace(/\s+/g, '_')

/** The rows below a header. @throws Refusal `statement_refused` for the first that has more or fewer cells */
export function* statementRows(
  file: string,
  header: readonly string[],
  rows: readonly CsvRow[],
): Generator<StatementRow> {
  for (const { line, cells } of rows) {
    const refused = cellRefuser(file, line)
    const hasMore = cells.slice(header.length).some((cell) => cell !== null)
    if (cells.length < header.length || hasMore) {
      throw refused('row', `${cells.length} cells`, `${header.length} cells, as the header has`)
    }
    const cell = (column: string) => cells[header.indexOf(column)]?.trim() ?? ''
    const text = (column: string, maxCharacters: number) => {
      if (isLineText(cell(column), maxCharacters)) return cell(column)
      throw refused(column, cell(column), lineTextAccepts(maxCharacters))
    }
    const day = (column: string) => {
      const found = parseLineDay(cell(column))
      if (found === null) throw refused(column, cell(column), lineDayAccepts)
      return found
    }
    yield { line, cell, text, day, refused }
  }
}
