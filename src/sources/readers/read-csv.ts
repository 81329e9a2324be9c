import { createReadStream } from 'node:fs'
import { CsvError, type Info, parse } from 'csv-parse'
import { ImportError } from '../import-error.ts'
import type { InputFile } from './input-file.ts'

const longestRow = 1_048_576

/** A row as it stands in the file, the header's too. */
export interface CsvRow {
  /** The line the row begins on, counted from 1. */
  readonly line: number
  /** Null for an empty cell. */
  readonly cells: readonly (string | null)[]
}

/**
 * Reads a CSV (RFC 4180, any line end) row by row, the header first. Empty lines are
 * passed over; rows may have any number of cells.
 *
 * @throws ImportError naming the line when a quote is out of place
 */
export async function* readCsv(file: InputFile, delimiter = ','): AsyncGenerator<CsvRow> {
  const parser = parse({
    delimiter,
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: longestRow,
  })
  const source = createReadStream(file.path)
  source.once('error', (error) => parser.destroy(error))
  // The parser counts a CRLF within quotes as two lines.
  let countedTwice = 0
  try {
    for await (const { record, info } of source.pipe(parser) as AsyncIterable<ParsedRow>) {
      const ends = lineEndsIn(record)
      countedTwice += ends.crlf
      yield { line: info.lines - countedTwice - ends.all, cells: record.map(emptyToNull) }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const { lines } = error as unknown as { lines?: number }
    const what =
      error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'a quote is not closed' : 'a quote is out of place'
    const why =
      error.code === 'CSV_MAX_RECORD_SIZE' ? `a row is longer than ${longestRow} bytes` : what
    throw new ImportError(
      `${file.name}:${lines === undefined ? '?' : lines - countedTwice}: ${why}`,
    )
  } finally {
    source.destroy()
  }
}

interface ParsedRow {
  readonly record: string[]
  readonly info: Info
}

const emptyToNull = (cell: string): string | null => (cell === '' ? null : cell)

function lineEndsIn(record: readonly string[]): { all: number; crlf: number } {
  let all = 0
  let crlf = 0
  for (const cell of record) {
    for (const [end] of cell.matchAll(/\r\n|\n|\r/g)) {
      all++
      if (end.length === 2) crlf++
    }
  }
  return { all, crlf }
}
