import { parse } from 'csv-parse/sync'
import { tryLater } from './report-rows.ts'

/**
 * The rows of a network's table with a header; none when it is empty.
 *
 * @throws NetworkFault `try-later` when it is malformed, such as a table that ends in a row
 */
export function csvRows(text: string): Readonly<Record<string, string>>[] {
  try {
    return parse(text, { bom: true, columns: true, skip_empty_lines: true })
  } catch {
    throw tryLater('answered a table that is not whole')
  }
}
