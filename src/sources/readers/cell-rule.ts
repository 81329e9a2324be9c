/** What the cells of a column must be. */
export interface CellRule {
  readonly required: boolean
  readonly accepts: string
  readonly isAccepted: (value: string) => boolean
}

/** Says of a column that its value is not accepted, and what would be. */
export type RefuseCell = (column: string, accepts: string) => void

/** Holds the cells of one row against the rules of their columns. */
export function checkCells(
  cells: Readonly<Record<string, string | null>>,
  rules: Readonly<Record<string, CellRule>>,
  refuse: RefuseCell,
): void {
  for (const [column, rule] of Object.entries(rules)) {
    const value = cells[column] ?? null
    if (value === null ? rule.required : !rule.isAccepted(value)) refuse(column, rule.accepts)
  }
}

/** The rule of a cell that a pattern describes; the pattern spans the cell. */
export function patternRule(required: boolean, pattern: RegExp, accepts: string): CellRule {
  return { required, accepts, isAccepted: (value) => pattern.test(value) }
}
