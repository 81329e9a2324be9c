import { audience } from './audience.ts'
import { cohorts } from './cohorts.ts'
import { details } from './details.ts'
import type { FactKind } from './fact-kind.ts'
import { figures } from './figures.ts'
import { shares } from './shares.ts'
import { spend } from './spend.ts'

/** Every kind of fact, by its name. */
export const factKinds = {
  figures,
  audience,
  details,
  spend,
  cohorts,
  shares,
} as const satisfies Record<string, FactKind>

export type FactName = keyof typeof factKinds

export const factNames = Object.keys(factKinds) as FactName[]

/** The kinds that files are read as. */
export type ImportedFactName = {
  [Name in FactName]: (typeof factKinds)[Name] extends { readonly isDerived: true } ? never : Name
}[FactName]

const isImported = (kind: FactKind): boolean => kind.isDerived !== true

export const importedFactNames = factNames.filter((name): name is ImportedFactName =>
  isImported(factKinds[name]),
)

/** The kinds that have money of files, and tables of what was reported in other currencies. */
export const moneyKinds = Object.values<FactKind>(factKinds).filter(
  (kind): kind is MoneyKind => kind.tables.originals !== undefined,
)

/** A kind that has money of files. */
export type MoneyKind = FactKind & { readonly tables: { readonly originals: string } }

/** The kinds beside ad figures. */
export type OtherFactName = Exclude<FactName, 'figures'>

/** Those of them that files are read as. */
export type OtherImportedName = Exclude<ImportedFactName, 'figures'>

export const otherImportedNames = importedFactNames.filter((name) => name !== 'figures')

export const otherFactNames = factNames.filter((name) => name !== 'figures')

/**
 * The kind of a table: the one that most of its required columns are there of, and then most of its columns. Without a
 * number of another kind, it is of ad figures: many reports have a day, an app and a country.
 */
export function kindOfColumns(columns: readonly string[]): FactKind {
  const has = (column: string) => columns.includes(column)
  const fitOf = ({ requiredColumns, columns: all }: FactKind) => [
    requiredColumns.filter(has).length / requiredColumns.length,
    all.filter(has).length,
  ]
  const isBetter = (kind: FactKind, best: FactKind) => {
    const [[share, count], [bestShare, bestCount]] = [fitOf(kind), fitOf(best)]
    return share! > bestShare! || (share === bestShare && count! > bestCount!)
  }
  return Object.values<FactKind>(factKinds)
    .filter(isImported)
    .reduce<FactKind>((best, kind) => {
      const hasNumber = [...kind.countNames, ...kind.moneyNames].some(has)
      return hasNumber && isBetter(kind, best) ? kind : best
    }, figures)
}
