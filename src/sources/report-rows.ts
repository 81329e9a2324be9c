import { type Day, formatDay } from '../values/day.ts'
import { type Answer, type Ask, type Conversation, NetworkFault } from './connector.ts'
import type { Json } from './readers/parse-json.ts'
import { textAt } from './readers/read-json.ts'

/** @returns the error of a report that is not whole, and may be whole when it is asked for again */
export const tryLater = (message: string): NetworkFault =>
  new NetworkFault({ kind: 'try-later', message })

/** Counts the rows of a day's report, page by page. */
export class DayRows {
  readonly #column: string
  readonly #day: string
  readonly #seen = new Set<string>()
  #count = 0

  /** @param column has a row's day, as `2026-03-01` or `20260301`; a time may follow */
  constructor(column: string, day: Day) {
    this.#column = column
    this.#day = formatDay(day)
  }

  /** The rows of all pages. */
  get count(): number {
    return this.#count
  }

  /**
   * @returns the rows of this page
   * @throws NetworkFault `try-later` when a row is of another day, or was on an earlier page
   */
  add(page: readonly Json[]): number {
    const texts = page.map((row) => JSON.stringify(row))
    for (const [index, row] of page.entries()) {
      const day = textAt(row, this.#column)
      if (day.replace(/\D/g, '').slice(0, 8) !== this.#day.replaceAll('-', '')) {
        throw tryLater(`sent rows of "${day.slice(0, 40)}" instead of ${this.#day}`)
      }
      if (this.#seen.has(texts[index]!)) throw tryLater('sent the same row on two pages')
    }
    for (const text of texts) this.#seen.add(text)
    this.#count += page.length
    return page.length
  }
}

/**
 * Asks for a report in pages whose answers do not tell how many rows there are. A short page is not its
 * end: the network may cut pages as it likes. Only two answers without rows are.
 *
 * @param askFrom asks for the page that begins with a row, counted from 0
 * @returns the number of rows
 * @throws NetworkFault `try-later` when rows come twice, are of another day, or come after the end
 */
export function* pagesByOffset(
  rows: DayRows,
  askFrom: (offset: number) => Ask,
  rowsOf: (answer: Answer) => readonly Json[],
): Conversation<number> {
  while (rows.add(rowsOf(yield askFrom(rows.count))) > 0);
  if (rows.count > 0 && rowsOf(yield askFrom(rows.count)).length > 0) {
    throw tryLater('sent rows after a page without rows')
  }
  return rows.count
}
