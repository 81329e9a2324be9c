import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { CsvError, type Info, parse } from 'csv-parse'
import { refuse, type SourceRefusals } from '../refusals.ts'
import type { InputFile } from './input-file.ts'
import { limitExceeded, type Reading } from './reading.ts'

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

/** A CSV that is not in a file. */
export interface CsvText {
  /** The name that the user knows. */
  readonly name: string
  readonly text: string
  readonly delimiter: string
  readonly reading: Reading
}

/**
 * Reads a CSV (RFC 4180, any line end) row by row, the header first. Empty lines are skipped. Rows may
 * have any number of cells.
 *
 * @throws Refusal `csv_malformed`
 */
export const readCsv = (file: InputFile): AsyncGenerator<CsvRow> =>
  readRows(createReadStream(file.path, { signal: file.reading.signal }), file)

/** The same of a text. */
export const readCsvText = (csv: CsvText): AsyncGenerator<CsvRow> =>
  readRows(Readable.from(piecesOf(csv.text)), csv)

/** Others run between the pieces. */
const pieceCharacters = 65_536

function* piecesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    // Both halves of a character have to be in one piece.
    const isSplit = (text.codePointAt(start + pieceCharacters - 1) ?? 0) > 0xffff
    const end = start + pieceCharacters + (isSplit ? 1 : 0)
    yield text.slice(start, end)
    start = end
  }
}

async function* readRows(
  source: Readable,
  file: Pick<InputFile, 'name' | 'delimiter' | 'reading'>,
): AsyncGenerator<CsvRow> {
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
  source.once('error', (error) => parser.destroy(error))
  // The parser counts a CRLF within quotes as two lines.
  let countedTwice = 0
  try {
    for await (const { record, info } of source.pipe(parser) as AsyncIterable<ParsedRow>) {
      signal.throwIfAborted()
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
