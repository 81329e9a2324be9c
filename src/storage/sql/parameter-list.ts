import type { ParameterType, SqlDialect, SqlParameter } from './sql-dialect.ts'

/** A statement, and the values of its placeholders in their order. */
export interface CompiledQuery {
  readonly text: string
  readonly parameters: readonly SqlParameter[]
}

/** Collects the values of a statement while its text is written. */
export class ParameterList {
  readonly #parameters: SqlParameter[] = []
  readonly #dialect: SqlDialect

  constructor(dialect: SqlDialect) {
    this.#dialect = dialect
  }

  /** @returns the value's placeholder */
  bind(type: ParameterType, value: number): string {
    this.#parameters.push({ type, value })
    return this.#dialect.placeholder(this.#parameters.length, type)
  }

  /** @returns a placeholder for each value, or one for the whole list */
  bindList(type: ParameterType, values: readonly number[]): string[] {
    if (values.length < 2 || !this.#dialect.listPlaceholder) {
      return values.map((value) => this.bind(type, value))
    }
    this.#parameters.push({ type, value: values })
    return [this.#dialect.listPlaceholder(this.#parameters.length, type)]
  }

  /** Binds a list as one value, also where engines bind each value of a filter. */
  readonly bindNumbers = (values: readonly number[]): string => {
    this.#parameters.push({ type: 'number', value: values })
    return this.#dialect.placeholder(this.#parameters.length, 'number')
  }

  /** @param text a statement whose placeholders are all from this list */
  query(text: string): CompiledQuery {
    return { text, parameters: this.#parameters }
  }

  /**
   * Conditions on visible rows; none when all rows of a table are visible.
   *
   * @param column the column with the ledger entry of a row
   */
  visibleRows(column: 'since' | 'entry' = 'since'): readonly string[] {
    const list = (entries: readonly number[]) => this.bindList('entry', entries).join(', ')
    return this.#dialect.visibleRows?.(list, column) ?? []
  }
}

/** A condition that a column has none of the listed values. @param placeholders not empty */
export const absence = (column: string, placeholders: readonly string[]): string =>
  `${column} NOT IN (${placeholders.join(', ')})`

/** A condition that a column has one of the listed values. @param count the number of values */
export function membership(column: string, placeholders: readonly string[], count: number): string {
  if (count === 0) return 'false'
  if (count === 1) return `${column} = ${placeholders[0]}`
  return `${column} IN (${placeholders.join(', ')})`
}
