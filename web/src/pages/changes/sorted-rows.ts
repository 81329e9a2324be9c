import type { WireNumber } from '../../api/wire.ts'
import type { ContributionRow } from './contribution-rows.ts'
import type { Contribution, EffectName } from './effects.ts'

/** How a table of contributions is sorted; an unknown column leaves the rows as they are. */
export interface Sorting {
  readonly column: string
  readonly descending: boolean
}

/** The rows by a column, with the sum of all others and rows without a value last. */
export function sortedRows(
  rows: readonly ContributionRow[],
  { column, descending }: Sorting,
): readonly ContributionRow[] {
  if (column === '') return rows
  const sign = descending ? -1 : 1
  return rows.toSorted((one, other) => {
    const isRest = Number(one.filters === null) - Number(other.filters === null)
    if (isRest !== 0) return isRest
    if (column === 'name') return sign * one.name.localeCompare(other.name)
    const [value, another] = [amountOf(one, column), amountOf(other, column)]
    if (value === null || another === null) return Number(value === null) - Number(another === null)
    return sign * (Number(value) - Number(another))
  })
}

/** What a column has of a row or of the total: micros, or the ratio of the change. */
export function amountOf(of: Contribution, column: string): WireNumber | null {
  if (column === 'relative') return of.change_ratio
  if (column === 'change') return of.change_micros
  if (column === 'previous' || column === 'current') return of[column].revenue_micros
  return of.effects[`${column as EffectName}_micros`]
}
