import {
  figureSums,
  optionalCounts,
  type RowSelection,
  type SliceKey,
} from '../../ledger/slice-figures.ts'
import { membership, type ParameterList } from './parameter-list.ts'
import type { SqlDialect } from './sql-dialect.ts'

/** The columns that identify a row of an account. */
export const rowKey = 'day, app, network, format, country, ad_tag'

/** The stored column of each sum, in the order of `figureSums`. */
export const sumColumns = figureSums.map((sum) =>
  sum.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
)

/** Which counts of a row are known, as bits. @param isKnown a condition, by the column of a count */
export const knownBits = (isKnown: (column: string) => string): string =>
  Object.entries(optionalCounts)
    .map(([sum, bit]) => {
      const column = sumColumns[figureSums.indexOf(sum as keyof typeof optionalCounts)]!
      return `CASE WHEN ${isKnown(column)} THEN ${bit} ELSE 0 END`
    })
    .join(' + ')

/** What comes between the brackets of `(app, day, network) IN (…)`. */
export type AmongSlices = (list: ParameterList, slices: readonly SliceKey[]) => string

/** Conditions on the rows of a selection. */
export function rowConditions(
  dialect: SqlDialect,
  list: ParameterList,
  { scope, days, slices }: RowSelection,
  among: AmongSlices,
): string[] {
  const { firstDay, lastDay } = dialect.clampDays(days)
  const apps = slices ? [...new Set(slices.map(({ app }) => app))] : scope.apps
  return [
    `account = ${list.bind('account', scope.account)}`,
    // Row groups and key ranges are skipped by these two; the list of slices is exact.
    ...(apps ? [membership('app', list.bindList('app', apps), apps.length)] : []),
    `day BETWEEN ${list.bind('day', firstDay)} AND ${list.bind('day', lastDay)}`,
    ...(slices ? [`(app, ${dialect.dayNumber('day')}, network) IN (${among(list, slices)})`] : []),
  ]
}
