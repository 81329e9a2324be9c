import {
  keyColumns,
  type LabelColumn,
  type NumberColumn,
  type NumberRule,
  stagedColumns,
} from '../sources/staged-columns.ts'
import { defaultAdTag } from '../values/identifier.ts'
import type { RowChecks } from './check-rows.ts'

/** For so many rows, statements of the engine take longer than looking at the cells. */
const maxRows = 1_000

type Cells = readonly (string | null)[]

/** The cells of a small import's rows, to be checked without the engine. */
export class FewRows {
  readonly #rows: Cells[] = []
  #isKnown = true

  /** @param cells in the order of `stagedColumns`; null for a row with a fault */
  add(cells: Cells | null): void {
    if (cells === null || this.#rows.length === maxRows) this.forget()
    else if (this.#isKnown) this.#rows.push(cells)
  }

  /** Rows were added or removed that it does not know. */
  forget(): void {
    this.#isKnown = false
    this.#rows.length = 0
  }

  /** The distinct values of a column; null when there are rows that it does not know. */
  distinct(column: LabelColumn): (string | null)[] | null {
    if (!this.#isKnown) return null
    const index = stagedColumns.indexOf(column)
    return [...new Set(this.#rows.map((cells) => cells[index]!))]
  }

  /** Whether it knows all rows and no cell is bad. */
  areGood({ badLabels, foreignCurrencies, numbers, refuseDuplicates }: RowChecks): boolean {
    if (!this.#isKnown || badLabels.length + foreignCurrencies.length > 0) return false
    const rules = (Object.entries(numbers) as [NumberColumn, NumberRule][]).map(
      ([column, { pattern, required }]) =>
        ({
          index: stagedColumns.indexOf(column),
          pattern: RegExp(`^(?:${pattern})$`),
          required,
        }) as const,
    )
    const isBad = (cell: string | null, { pattern, required }: (typeof rules)[number]) =>
      cell === null ? required : !pattern.test(cell)
    if (this.#rows.some((cells) => rules.some((rule) => isBad(cells[rule.index]!, rule)))) {
      return false
    }
    return !refuseDuplicates || new Set(this.#rows.map(keyOf)).size === this.#rows.length
  }
}

/** A missing ad tag is the default one. */
const keyOf = (cells: Cells): string =>
  JSON.stringify(
    keyColumns.map((column) => {
      const cell = cells[stagedColumns.indexOf(column)]!
      return column === 'ad_tag' ? (cell ?? defaultAdTag) : cell
    }),
  )
