import { type Day, formatDay } from '../values/day.ts'
import { type Answer, type Ask, type Conversation, NetworkFault } from './connector.ts'
import type { Json } from './readers/parse-json.ts'
import { at, textAt } from './readers/read-json.ts'

/** @returns the error of a report that is not whole, and may be whole when it is asked for again */
export const tryLater = (message: string): NetworkFault =>
  new NetworkFault({ kind: 'try-later', message })

/** Counts the rows of a day's report, page by page. */
export class DayRows {
  readonly #column: string
  readonly #day: string
  readonly #key: readonly string[] | null
  readonly #seen = new Set<string>()
  #count = 0

  /**
   * @param column has a row's day, as `2026-03-01` or `20260301`; a time may follow
   * @param key members of a row with all dimensions that were asked for, so that no two rows have the same; null for
   *   a network that divides its rows as it likes
   */
  constructor(column: string, day: Day, key: readonly string[] | null) {
    this.#column = column
    this.#day = formatDay(day)
    this.#key = key
  }

  /** The rows of all pages. */
  get count(): number {
    return this.#count
  }

  /**
   * @returns the rows of this page
   * @throws NetworkFault `try-later` when a row is of another day, or repeats another one: nobody knows which is right
   */
  add(rows: Iterable<Json>): number {
    const page = [...rows]
    for (const row of page) {
      const day = textAt(row, this.#column)
      if (day.replace(/\D/g, '').slice(0, 8) !== this.#day.replaceAll('-', '')) {
        throw tryLater(`sent rows of "${day.slice(0, 40)}" instead of ${this.#day}`)
      }
    }
    if (this.#key) refuseRepeatedRows(page, this.#key, this.#seen)
    else this.#refuseOnTwoPages(page)
    this.#count += page.length
    return page.length
  }

  #refuseOnTwoPages(page: readonly Json[]): void {
    const texts = page.map((row) => JSON.stringify(row))
    if (texts.some((text) => this.#seen.has(text))) throw tryLater('sent the same row on two pages')
    for (const text of texts) this.#seen.add(text)
  }
}

/**
 * Refuses rows with the same dimensions, which would be added up.
 *
 * @param key members of a row
 * @param seen the dimensions of earlier rows, to which these are added
 * @throws NetworkFault `try-later`
 */
export function refuseRepeatedRows(
  rows: readonly Json[],
  key: readonly string[],
  seen: Set<string>,
): void {
  for (const row of rows) {
    const values = key.map((member) => JSON.stringify(at(row, member) ?? null))
    const text = values.join()
    if (seen.has(text)) {
      const shown = key.map((member, index) => `${member} ${values[index]!.replace(/^"|"$/g, '')}`)
      throw tryLater(`sent two rows of ${shown.join(', ').slice(0, 200)}`)
    }
    seen.add(text)
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
  rowsOf: (answer: Answer) => Iterable<Json>,
): Conversation<number> {
  while (rows.add(rowsOf(yield askFrom(rows.count))) > 0);
  if (rows.count > 0 && [...rowsOf(yield askFrom(rows.count))].length > 0) {
    throw tryLater('sent rows after a page without rows')
  }
  return rows.count
}
