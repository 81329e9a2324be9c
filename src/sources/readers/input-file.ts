import { extname } from 'node:path'
import type { Refusal } from '../../values/refusal.ts'
import { refuse } from '../refusals.ts'
import type { Reading } from './reading.ts'

/** The accepted formats of files. JSON is only for API answers of networks. */
export const inputFormats = ['csv', 'ndjson', 'parquet', 'json'] as const

export type InputFormat = (typeof inputFormats)[number]

/** A file to import. */
export interface GivenFile {
  /** The name that the user knows, for error texts. */
  readonly name: string
  readonly path: string
}

/** A file that is not compressed, not empty and, if it is text, valid UTF-8. */
export interface InputFile extends GivenFile {
  readonly format: InputFormat
  /** Between the cells of a CSV: a comma, a semicolon or a tab. */
  readonly delimiter: string
  readonly reading: Reading
}

/** One row of a table. */
export interface TableRow {
  /** The line the row begins on, counted from 1. */
  readonly line: number
  /** In the order of the table's columns, null for empty cells; null for an unreadable row. */
  readonly cells: readonly (string | null)[] | null
  /** The columns that the row mentions, in any order; absent where nobody asks. */
  readonly columns?: readonly string[]
  /** The fault that the reader found in the row. */
  readonly fault?: RowFault
}

/** A cell or row that is not accepted. */
export interface RowFault {
  /** The column; `row` for the row as a whole. */
  readonly column: string
  readonly value: string | null
  readonly accepts: string
}

const extensions: Readonly<Record<string, InputFormat>> = {
  '.csv': 'csv',
  '.tsv': 'csv',
  '.json': 'json',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.parquet': 'parquet',
}

/** Extensions of what is recognised by its content; a file with one of them is something else, or damaged. */
const recognisable: Readonly<Record<string, (file: string) => Refusal>> = {
  '.zip': (file) => refuse('zip_unreadable', { file, fault: 'damaged' }),
  '.xlsx': (file) => refuse('workbook_unreadable', { file, fault: 'damaged' }),
  '.xlsm': (file) => refuse('workbook_unreadable', { file, fault: 'damaged' }),
  '.xls': (file) => refuse('workbook_unreadable', { file, fault: 'other' }),
}

/**
 * The format of an unpacked file by its extension, not counting `.gz`.
 *
 * @returns null for a name without an extension
 * @throws Refusal `format_unknown` for other extensions
 */
export function formatOf(name: string): InputFormat | null {
  const extension = extname(name.toLowerCase().replace(/\.gz$/, ''))
  if (extension === '') return null
  const format = extensions[extension]
  if (format) return format
  throw (
    recognisable[extension]?.(name) ??
    refuse('format_unknown', { file: name, formats: inputFormats })
  )
}
