import { extname } from 'node:path'
import { refuse } from '../refusals.ts'
import type { Reading } from './reading.ts'

/** The forms a file can come in; JSON is for answers of networks alone. */
export const inputFormats = ['csv', 'ndjson', 'parquet', 'json'] as const

export type InputFormat = (typeof inputFormats)[number]

/** A file as it was given: its name as the user knows it, and its bytes. */
export interface GivenFile {
  /** What error texts call it. */
  readonly name: string
  /** Where it can be read. */
  readonly path: string
}

/** A file that can be read as it is: not compressed, not empty, and UTF-8 where it is text. */
export interface InputFile extends GivenFile {
  readonly format: InputFormat
  readonly reading: Reading
}

/** One row of a table. */
export interface TableRow {
  /** The line the row begins on, counted from 1. */
  readonly line: number
  /** In the order of the table's columns, null where there is none; null for an unreadable row. */
  readonly cells: readonly (string | null)[] | null
  /** What the reader itself found wrong with the row. */
  readonly fault?: RowFault
}

/** A place of a row that is not accepted. */
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
 * Tells the format of a file by its extension, one `.gz` left aside.
 *
 * @throws Refusal when the extension says nothing and no format was given
 */
export function formatOf(name: string, given: InputFormat | undefined): InputFormat {
  if (given) return given
  const bare = name.toLowerCase().replace(/\.gz$/, '')
  const format = extensions[extname(bare)]
  if (format) return format
  throw refuse('format_unknown', { file: name, formats: inputFormats })
}
