import { createReadStream } from 'node:fs'
import { CsvError, type Info, parse } from 'csv-parse'
import { refuse, type SourceRefusals } from '../refusals.ts'
import type { InputFile } from './input-file.ts'
import { limitExceeded } from './reading.ts'

const csvFaults: Partial<Record<string, SourceRefusals['csv_malformed']['fault']>> = {
  CSV_QUOTE_NOT_CLOSED: 'open quote',
}

/** A row of a file, or its header. */
export interface CsvRow {
  /** The line the row begins on, counted from 1. */
  readonly line: number
  /** Null for an empty cell. */
  readonly cells: readonly (string | null)[]
}

/**
 * Reads a CSV (RFC 4180, any line end) row by row, the header first. Empty lines are skipped. Rows may
 * have any number of cells.
 *
 * @throws Refusal `csv_malformed`
 */
export async function* readCsv(file: InputFile): AsyncGenerator<CsvRow> {
  const { limits, signal } = file.reading
  const parser = parse({
    delimiter: file.delimiter,
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: limits.lineBytes,
  })
  const source = createReadStream(file.path, { signal })
  source.once('error', (error) => parser.destroy(error))
  // The parser counts a CRLF within quotes as two lines.
  let countedTwice = 0
  try {
    for await (const { record, info } of source.pipe(parser) as AsyncIterable<ParsedRow>) {
      const ends = lineEndsIn(record)
      countedTwice += ends.crlf
      const line = info.lines - countedTwice - ends.all
      if (record.length > limits.columns) {
        throw limitExceeded(file.name, 'columns', file.reading, line)
      }
      if (record.some((cell) => cell.length > limits.cellCharacters)) {
        throw limitExceeded(file.name, 'cellCharacters', file.reading, line)
      }
      yield { line, cells: record.map(emptyToNull) }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const { lines } = error as unknown as { lines?: number }
    const line = lines === undefined ? null : lines - countedTwice
    if (error.code === 'CSV_MAX_RECORD_SIZE') {
      throw limitExceeded(file.name, 'lineBytes', file.reading, line)
    }
    throw refuse('csv_malformed', {
      file: file.name,
      line,
      fault: csvFaults[error.code] ?? 'stray quote',
      maxRowBytes: limits.lineBytes,
    })
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
