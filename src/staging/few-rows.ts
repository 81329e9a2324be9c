import type { TableRow } from '../sources/readers/input-file.ts'
import {
  keyColumns,
  type LabelColumn,
  type NumberColumn,
  type NumberRule,
  type StagedColumn,
  stagedColumns,
} from '../sources/staged-columns.ts'
import { defaultAdTag } from '../values/identifier.ts'
import type { RowChecks } from './check-rows.ts'

/** Up to this many rows, the engine's statements take longer than looking at the cells. */
const maxRows = 1_000

/** A row with the number of its file. */
export interface StagedRow extends TableRow {
  readonly file: number
}

/** The rows of a small import. They are checked without the engine, and are not in its table `stage`. */
export class FewRows {
  readonly #rows: StagedRow[] = []

  get rows(): readonly StagedRow[] {
    return this.#rows
  }

  /** @returns false when it has no room for the row */
  add(row: StagedRow): boolean {
    if (this.#rows.length === maxRows) return false
    this.#rows.push(row)
    return true
  }

  /** The distinct values of a column in readable rows. */
  distinct(column: LabelColumn): (string | null)[] {
    return [...new Set(this.readable().map((cells) => cellOf(cells, column)))]
  }

  /** The distinct values of two columns in readable rows that have both. */
  distinctPairs(one: LabelColumn, other: LabelColumn): [string, string][] {
    const pairs = this.readable().flatMap((cells) => {
      const [first, second] = [cellOf(cells, one), cellOf(cells, other)]
      return first === null || second === null ? [] : [[first, second] as [string, string]]
    })
    return [...new Map(pairs.map((pair) => [JSON.stringify(pair), pair])).values()]
  }

  /** Whether no cell is bad. */
  areGood({ badLabels, foreignCurrencies, numbers, refuseDuplicates }: RowChecks): boolean {
    if (badLabels.length + foreignCurrencies.length > 0) return false
    if (this.#rows.some(({ fault }) => fault)) return false
    const rows = this.readable()
    const rules = (Object.entries(numbers) as [NumberColumn, NumberRule][]).map(
      ([column, { pattern, required }]) =>
        ({ column, pattern: RegExp(`^(?:${pattern})$`), required }) as const,
    )
    const isBad = (cell: string | null, { pattern, required }: (typeof rules)[number]) =>
      cell === null ? required : !pattern.test(cell)
    if (rows.some((cells) => rules.some((rule) => isBad(cellOf(cells, rule.column), rule)))) {
      return false
    }
    return !refuseDuplicates || new Set(rows.map(keyOf)).size === rows.length
  }

  /** The cells of rows without a fault of the whole row. */
  readable(): Cells[] {
    return this.#rows.flatMap(({ cells }) => (cells ? [cells] : []))
  }
}

/** In the order of `stagedColumns`. */
export type Cells = readonly (string | null)[]

const indexes = new Map(stagedColumns.map((column, index) => [column, index]))

export const cellOf = (cells: Cells, column: StagedColumn): string | null =>
  cells[indexes.get(column)!]!

/** A missing ad tag is the default one. */
const keyOf = (cells: Cells): string =>
  JSON.stringify(
    keyColumns.map(
      (column) => cellOf(cells, column) ?? (column === 'ad_tag' ? defaultAdTag : null),
    ),
  )
