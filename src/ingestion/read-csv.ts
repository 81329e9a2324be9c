import { createReadStream } from 'node:fs'
import { CsvError, type Info, parse } from 'csv-parse'
import { ImportError } from './import-error.ts'
import type { InputFile, TableRow } from './input-file.ts'

const longestRow = 1_048_576

/**
 * Reads a CSV (RFC 4180, commas, any line end) row by row, the header first. Empty lines are
 * passed over; rows may have any number of cells.
 *
 * @throws ImportError naming the line when a quote is out of place
 */
export async function* readCsv(file: InputFile): AsyncGenerator<TableRow> {
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: longestRow,
  })
  const source = createReadStream(file.path)
  source.once('error', (error) => parser.destroy(error))
  try {
    for await (const { record, info } of source.pipe(parser) as AsyncIterable<CsvRow>) {
      yield { line: info.lines - lineEndsIn(record), cells: record.map(emptyToNull) }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const { lines } = error as unknown as { lines?: number }
    const what =
      error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'a quote is not closed' : 'a quote is out of place'
    const why =
      error.code === 'CSV_MAX_RECORD_SIZE' ? `a row is longer than ${longestRow} bytes` : what
    throw new ImportError(`${file.name}:${lines ?? '?'}: ${why}`)
  } finally {
    source.destroy()
  }
}

interface CsvRow {
  readonly record: string[]
  readonly info: Info
}

const emptyToNull = (cell: string): string | null => (cell === '' ? null : cell)

function lineEndsIn(record: readonly string[]): number {
  let count = 0
  for (const cell of record) {
    if (cell.includes('\n')) count += cell.split('\n').length - 1
  }
  return count
}
