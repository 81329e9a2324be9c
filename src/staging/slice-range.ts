import type { DuckDBConnection } from '@duckdb/node-api'
import type { Day } from '../values/day.ts'
import type { SliceRange } from './staged-slices.ts'

/** The range around the slice keys of a relation in the scratch. */
export async function rangeOf(scratch: DuckDBConnection, relation: string): Promise<SliceRange> {
  const distinct = async (value: string) => {
    const reader = await scratch.runAndReadAll(`SELECT DISTINCT ${value} FROM ${relation}`)
    return reader.getRows().map(([found]) => Number(found))
  }
  return {
    days: (await distinct("date_diff('day', DATE '1970-01-01', day)")) as Day[],
    accounts: await distinct('account'),
    apps: await distinct('app'),
    networks: await distinct('network'),
  }
}

/** Whether there is no slice in a range. */
export const isEmptyRange = ({ days, accounts, apps, networks }: SliceRange): boolean =>
  [days, accounts, apps, networks].some((list) => list?.length === 0)

/** A condition that the scratch's engine reads few rows for: the days from first to last. */
export function withinDays({ days }: SliceRange): string {
  if (days.length === 0) return 'false'
  const [first, last] = [
    days.reduce((a, b) => (a < b ? a : b)),
    days.reduce((a, b) => (a > b ? a : b)),
  ]
  return `day BETWEEN DATE '1970-01-01' + ${first} AND DATE '1970-01-01' + ${last}`
}

/** A condition that is true for the slices of a range whose days have no gaps. */
export function inRange(range: SliceRange): string {
  if (isEmptyRange(range)) return 'false'
  const among = (column: string, values: readonly number[] | null) =>
    values ? ` AND ${column} IN (${values.join(', ')})` : ''
  const { accounts, apps, networks } = range
  return `${withinDays(range)}${among('account', accounts)}${among('app', apps)}${among('network', networks)}`
}
