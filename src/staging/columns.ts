import type { FactKind } from '../facts/fact-kind.ts'
import { figures } from '../facts/figures.ts'

/** The counts of figures. All but impressions may be null, which means unknown. */
export const figureCounts = figures.countNames

export const figureColumns = figures.rowColumns

/** A slice of an import of figures. */
export const sliceColumns = figures.statedColumns

/** A slice of figures with the entry that wrote it and the entry that last changed its figures. */
export const sliceVersionColumns = figures.versionColumns

/** Months come first, because stores keep a month's rows together. */
export const rowsByMonth = ({ rowOrder }: FactKind): string =>
  `date_trunc('month', day), ${rowOrder}`

export const figuresByMonth = rowsByMonth(figures)

/** The order of stored slices, by month. */
export const slicesByMonth = ({ sliceOrder }: FactKind): string =>
  `date_trunc('month', day), ${sliceOrder}`

/**
 * `figuresByMonth`, packed into two numbers, which the engine sorts in two thirds of the time. The app's place by account
 * and app takes 26 bits. Parts of dates, but for one, come from `date_diff`: `date_part` prepares for thousands of days,
 * in each statement.
 */
export const placedFiguresByMonth = `(CAST(date_diff('month', DATE '0000-01-01', day) AS UBIGINT) << 47)
      | (CAST(place AS UBIGINT) << 21) | (CAST(date_part('day', day) AS UBIGINT) << 16) | network,
    (CAST(format AS UBIGINT) << 48) | (CAST(country AS UBIGINT) << 32) | ad_tag`

/** A condition that rows of two relations are of the same slice. */
export const sameSlice = (one: string, other: string, { sliceKey }: FactKind = figures): string =>
  sliceKey
    .split(', ')
    .map((column) => `${one}.${column} = ${other}.${column}`)
    .join(' AND ')

/** The sums of columns, under their names. A sum without a known value is unknown. */
export const sumsOf = (columns: readonly string[], termOf = (column: string) => column): string =>
  columns.map((column) => `CAST(sum(${termOf(column)}) AS BIGINT) AS ${column}`).join(', ')
