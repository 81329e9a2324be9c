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

/** Months since the year 0. */
const month = "CAST(date_part('year', day) * 12 + date_part('month', day) AS UBIGINT)"
const dayAndLabel = ({ sliceLabel }: FactKind) =>
  `(CAST(date_part('day', day) AS UBIGINT) << 16) | ${sliceLabel}`

/**
 * The order of stored slices, by month. Its columns are packed into two numbers, which the engine sorts
 * twice as fast as three or more.
 */
export const slicesByMonth = (kind: FactKind): string =>
  `(${month} << 32) | account, (CAST(app AS UBIGINT) << 32) | ${dayAndLabel(kind)}`

/** `figuresByMonth` in the same way. The app's place by account and app takes 26 bits. */
export const placedFiguresByMonth = `(${month} << 47) | (CAST(place AS UBIGINT) << 21) | ${dayAndLabel(figures)},
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
