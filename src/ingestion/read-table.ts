import { type BadCell, ImportError } from './import-error.ts'
import type { InputFile, TableRow } from './input-file.ts'
import { readCsv } from './read-csv.ts'
import { readNdjson } from './read-ndjson.ts'

/** The columns a table may have, and those it must have. */
export interface TableColumns {
  readonly allowed: readonly string[]
  readonly required: readonly string[]
}

/** Takes note of rows that cannot be taken apart into cells. */
export type OnBadRow = (bad: BadCell) => void

/** Reads the rows of a Parquet file as text; the engine that can read it brings this. */
export type ReadParquet = (file: InputFile, columns: TableColumns) => AsyncIterable<TableRow>

/**
 * Reads a CSV or NDJSON table row by row.
 *
 * @returns rows whose cells are in the order of `columns.allowed`
 * @throws ImportError when the header lacks a column, repeats one or has one that is unknown, or
 *   when there are no rows
 */
export async function* readTextTable(
  file: InputFile,
  columns: TableColumns,
  onBadRow: OnBadRow,
): AsyncGenerator<TableRow> {
  let rows = 0
  const read = file.format === 'csv' ? csvRows : ndjsonRows
  for await (const row of read(file, columns, onBadRow)) {
    rows++
    if (row) yield row
  }
  if (rows === 0) throw new ImportError(`${file.name}: there are no rows below the header`)
}

/** The rows; null for one that was reported as bad. */
async function* csvRows(file: InputFile, columns: TableColumns, onBadRow: OnBadRow) {
  let header: string[] | null = null
  let order: number[] = []
  for await (const { line, cells } of readCsv(file)) {
    if (!header) {
      header = cells.map((cell) => cell ?? '')
      checkHeader(file.name, header, columns)
      order = columns.allowed.map((column) => header!.indexOf(column))
    } else if (cells.length !== header.length) {
      const value = `${cells.length} cells`
      onBadRow({
        file: file.name,
        line,
        column: 'row',
        value,
        accepts: `${header.length} cells, as the header has`,
      })
      yield null
    } else {
      yield { line, cells: order.map((index) => cells[index] ?? null) }
    }
  }
}

async function* ndjsonRows(file: InputFile, columns: TableColumns, onBadRow: OnBadRow) {
  const known = new Set(columns.allowed)
  for await (const row of readNdjson(file)) {
    const { line } = row
    if ('fault' in row) {
      onBadRow({ file: file.name, line, column: 'row', value: null, accepts: row.fault })
      yield null
      continue
    }
    const unknown = Object.keys(row.members).find((name) => !known.has(name))
    if (unknown !== undefined) {
      const accepts = `one of ${columns.allowed.join(', ')}`
      onBadRow({ file: file.name, line, column: 'row', value: unknown, accepts })
      yield null
    } else {
      yield { line, cells: columns.allowed.map((column) => row.members[column] ?? null) }
    }
  }
}

/** Reads the header of a CSV. @throws ImportError when it is not one of these columns */
export async function readCsvHeader(file: InputFile, columns: TableColumns): Promise<string[]> {
  for await (const { cells } of readCsv(file)) {
    const header = cells.map((cell) => cell ?? '')
    checkHeader(file.name, header, columns)
    return header
  }
  throw new ImportError(`${file.name}: the file is empty`)
}

/** @throws ImportError naming the columns that are unknown, given twice or missing */
export function checkHeader(
  name: string,
  header: readonly string[],
  { allowed, required }: TableColumns,
): void {
  const faults = [
    ['unknown column', header.filter((column) => !allowed.includes(column))],
    ['column given twice', header.filter((column, index) => header.indexOf(column) < index)],
    ['missing column', required.filter((column) => !header.includes(column))],
  ] as const
  const found = faults
    .filter(([, columns]) => columns.length > 0)
    .map(
      ([fault, columns]) =>
        `${fault} ${columns.map((column) => JSON.stringify(column)).join(', ')}`,
    )
  if (found.length === 0) return
  const optional = allowed.filter((column) => !required.includes(column))
  const expected = `expected ${required.join(', ')}${optional.length > 0 ? ` and optionally ${optional.join(', ')}` : ''}`
  throw new ImportError(`${name}:1: ${found.join('; ')}; ${expected}`)
}
