import { parse } from 'csv-parse/sync'
import { total } from './normalise/numbers.ts'
import { tryLater } from './report-rows.ts'

export type CsvRecord = Readonly<Record<string, string>>

/**
 * The rows of a network's table with a header; none when it is empty.
 *
 * @throws NetworkFault `try-later` when it is malformed, such as a table that ends in a row
 */
export function csvRows(text: string): CsvRecord[] {
  try {
    return parse(text, { bom: true, columns: true, skip_empty_lines: true })
  } catch {
    throw tryLater('answered a table that is not whole')
  }
}

/**
 * Holds a table against the same day undivided: nothing else says whether it has all rows.
 *
 * @param column has the impressions of a row
 * @throws NetworkFault `try-later`
 */
export function refuseMissingRows(
  rows: readonly CsvRecord[],
  undivided: readonly CsvRecord[],
  column: string,
): void {
  const [found, expected] = [rows, undivided].map((table) =>
    total(['0', ...table.map((row) => row[column] ?? '')]),
  )
  if (found !== expected) throw tryLater(`rows have ${found} of ${expected} impressions`)
}
