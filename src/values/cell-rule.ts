/** The rule for the cells of a column. */
export interface CellRule {
  readonly required: boolean
  readonly accepts: string
  readonly isAccepted: (value: string) => boolean
}

/** Called for each column whose value is not accepted. */
export type RefuseCell = (column: string, accepts: string) => void

/** Checks the cells of one row against the rules of their columns. */
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

/** A rule with a pattern that must match the whole cell. */
export function patternRule(required: boolean, pattern: RegExp, accepts: string): CellRule {
  return { required, accepts, isAccepted: (value) => pattern.test(value) }
}
