import type { DuckDBConnection } from '@duckdb/node-api'
import type { FactKind } from '../facts/fact-kind.ts'
import { figures } from '../facts/figures.ts'
import type { Day } from '../values/day.ts'
import { distinctOf } from './scratch-tables.ts'
import type { SliceRange } from './staged-slices.ts'

/** The smallest range that contains the slices of a relation in the scratch. */
export async function rangeOf(
  scratch: DuckDBConnection,
  relation: string,
  { sliceLabel }: FactKind = figures,
): Promise<SliceRange & { readonly days: readonly Day[] }> {
  const columns = ["date_diff('day', DATE '1970-01-01', day)", 'account', 'app', sliceLabel]
  const found = await distinctOf(scratch, relation, columns)
  const [days, accounts, apps, networks] = found.map((values) => values.map(Number))
  return { days: days as Day[], accounts: accounts!, apps: apps!, networks: networks! }
}

/** Whether a range cannot contain any slice. */
export const isEmptyRange = ({ days, accounts, apps, networks }: SliceRange): boolean =>
  [days, accounts, apps, networks].some((list) => list?.length === 0)

/** A condition on the days from first to last, for which the engine reads few rows. */
export function withinDays({ days }: Pick<SliceRange, 'days'>): string {
  if (days === null) return 'true'
  if (days.length === 0) return 'false'
  const [first, last] = [
    days.reduce((a, b) => (a < b ? a : b)),
    days.reduce((a, b) => (a > b ? a : b)),
  ]
  return `day BETWEEN DATE '1970-01-01' + ${first} AND DATE '1970-01-01' + ${last}`
}

/** A condition on the slices of a range. Its days must be consecutive. */
export function inRange(range: SliceRange, { sliceLabel }: FactKind = figures): string {
  if (isEmptyRange(range)) return 'false'
  const among = (column: string, values: readonly number[] | null) =>
    values ? ` AND ${column} IN (${values.join(', ')})` : ''
  const { accounts, apps, networks } = range
  return `${withinDays(range)}${among('account', accounts)}${among('app', apps)}${among(sliceLabel, networks)}`
}
