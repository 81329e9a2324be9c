import { extname } from 'node:path'
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

/**
 * The format of a file by its extension, not counting `.gz`.
 *
 * @param given the user's choice, which takes precedence
 * @throws Refusal `format_unknown`
 */
export function formatOf(name: string, given: InputFormat | undefined): InputFormat {
  if (given) return given
  const bare = name.toLowerCase().replace(/\.gz$/, '')
  const format = extensions[extname(bare)]
  if (format) return format
  throw refuse('format_unknown', { file: name, formats: inputFormats })
}
