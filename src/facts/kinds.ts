import { audience } from './audience.ts'
import type { FactKind } from './fact-kind.ts'
import { figures } from './figures.ts'

/** Every kind of fact, by its name. */
export const factKinds = { figures, audience } as const satisfies Record<string, FactKind>

export type FactName = keyof typeof factKinds

export const factNames = Object.keys(factKinds) as FactName[]

/** The kinds beside ad figures. */
export type OtherFactName = Exclude<FactName, 'figures'>

export const otherFactNames = factNames.filter((name) => name !== 'figures')

/**
 * The kind of a table: the one that most of its required columns are there of. Without a count of another kind, it is
 * of ad figures: many reports have a day, an app and a country.
 */
export function kindOfColumns(columns: readonly string[]): FactKind {
  const has = (column: string) => columns.includes(column)
  const shareOf = ({ requiredColumns }: FactKind) =>
    requiredColumns.filter(has).length / requiredColumns.length
  return Object.values(factKinds).reduce<FactKind>(
    (best, kind) => (kind.countNames.some(has) && shareOf(kind) > shareOf(best) ? kind : best),
    figures,
  )
}
