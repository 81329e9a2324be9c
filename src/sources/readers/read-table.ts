import { refuse } from '../refusals.ts'
import type { InputFile, TableRow } from './input-file.ts'
import { readCsv } from './read-csv.ts'
import { readNdjson } from './read-ndjson.ts'

/** The columns of a table. */
export interface TableColumns {
  readonly allowed: readonly string[]
  readonly required: readonly string[]
  /** Columns that may be lists in NDJSON; their items are joined with commas. */
  readonly lists?: readonly string[]
  /** Columns of money, which is exact. */
  readonly money?: readonly string[]
}

/** Reads the rows of a Parquet file as text. */
export type ReadParquet = (file: InputFile, columns: TableColumns) => AsyncIterable<TableRow>

/**
 * Reads a CSV or NDJSON table row by row.
 *
 * @returns rows whose cells are in the order of `columns.allowed`
 * @throws Refusal `columns_refused`, `no_rows`, `native_format_as_json`
 */
export async function* readTextTable(
  file: InputFile,
  columns: TableColumns,
): AsyncGenerator<TableRow> {
  if (file.format === 'json') {
    throw refuse('native_format_as_json', { file: file.name })
  }
  let empty = true
  for await (const row of (file.format === 'csv' ? csvRows : ndjsonRows)(file, columns)) {
    empty = false
    yield row
  }
  if (empty) throw refuse('no_rows', { file: file.name })
}

async function* csvRows(file: InputFile, columns: TableColumns): AsyncGenerator<TableRow> {
  let header: string[] | null = null
  let order: number[] = []
  for await (const { line, cells } of readCsv(file)) {
    if (!header) {
      header = cells.map((cell) => cell ?? '')
      checkHeader(file.name, header, columns)
      order = columns.allowed.map((column) => header!.indexOf(column))
    } else if (cells.length === header.length) {
      yield { line, columns: header, cells: order.map((index) => cells[index] ?? null) }
    } else {
      const accepts = `${header.length} cells, as the header has`
      yield { line, cells: null, fault: { column: 'row', value: `${cells.length} cells`, accepts } }
    }
  }
}

async function* ndjsonRows(file: InputFile, columns: TableColumns): AsyncGenerator<TableRow> {
  const known = new Set(columns.allowed)
  for await (const row of readNdjson(file, columns.lists)) {
    const { line } = row
    if ('fault' in row) {
      yield { line, cells: null, fault: { column: 'row', value: null, accepts: row.fault } }
      continue
    }
    const cells = columns.allowed.map((column) => row.members[column] ?? null)
    const unknown = Object.keys(row.members).find((name) => !known.has(name))
    if (unknown === undefined) {
      yield { line, columns: Object.keys(row.members), cells }
    } else {
      const accepts = `no column ${JSON.stringify(unknown)}, but ${columns.allowed.join(', ')}`
      // Nobody knows what is in it: it may be the identifier of a device.
      yield { line, cells, fault: { column: unknown, value: '(not shown)', accepts } }
    }
  }
}

/** Reads the header of a CSV. @throws Refusal `columns_refused`, `file_empty` */
export async function readCsvHeader(file: InputFile, columns: TableColumns): Promise<string[]> {
  for await (const { cells } of readCsv(file)) {
    const header = cells.map((cell) => cell ?? '')
    checkHeader(file.name, header, columns)
    return header
  }
  throw refuse('file_empty', { file: file.name })
}

/** Columns that a refusal names. */
const maxListed = 20

/** @throws Refusal `columns_refused` with the unknown, repeated and missing columns */
export function checkHeader(
  name: string,
  header: readonly string[],
  { allowed, required }: TableColumns,
): void {
  const unknown = header.filter((column) => !allowed.includes(column)).slice(0, maxListed)
  const repeated = header.filter((column, index) => header.indexOf(column) < index)
  const missing = required.filter((column) => !header.includes(column))
  if (unknown.length + repeated.length + missing.length === 0) return
  const optional = allowed.filter((column) => !required.includes(column))
  throw refuse('columns_refused', { file: name, unknown, repeated, missing, required, optional })
}
