import { figures } from '../facts/figures.ts'
import { figureKey, figureOrder, sliceKey } from '../ledger/figure-keys.ts'

/** The counts that slices have too, as totals. Clicks and installs may be null, which means unknown. */
export const { sliceCounts } = figures

/** The counts of figures. All but impressions may be null, which means unknown. */
export const figureCounts = figures.countNames

export const figureColumns = `${figureKey}, ${figures.rowNumbers.join(', ')}`

/** A slice of an import. */
export const sliceColumns = `${sliceKey}, import_id, row_count, ${figures.sliceNumbers.join(', ')}, fingerprint, fingerprint_version`

/** A slice with the entry that wrote it and the entry that last changed its figures. */
export const sliceVersionColumns = `${sliceColumns}, since, changed, restatements`

/** Months come first, because stores keep a month's rows together. */
export const figuresByMonth = `date_trunc('month', day), ${figureOrder}`

/** Months since the year 0. */
const month = "CAST(date_part('year', day) * 12 + date_part('month', day) AS UBIGINT)"
const dayAndNetwork = "(CAST(date_part('day', day) AS UBIGINT) << 16) | network"

/**
 * The order of stored slices, by month. Its columns are packed into two numbers, which the engine sorts
 * twice as fast as three or more.
 */
export const slicesByMonth = `(${month} << 32) | account, (CAST(app AS UBIGINT) << 32) | ${dayAndNetwork}`

/** `figuresByMonth` in the same way. The app's place by account and app takes 26 bits. */
export const placedFiguresByMonth = `(${month} << 47) | (CAST(place AS UBIGINT) << 21) | ${dayAndNetwork},
    (CAST(format AS UBIGINT) << 48) | (CAST(country AS UBIGINT) << 32) | ad_tag`

/** A condition that rows of two relations are of the same slice. */
export const sameSlice = (one: string, other: string): string =>
  sliceKey
    .split(', ')
    .map((column) => `${one}.${column} = ${other}.${column}`)
    .join(' AND ')

/** The sums of columns, under their names. A sum without a known value is unknown. */
export const sumsOf = (columns: readonly string[], termOf = (column: string) => column): string =>
  columns.map((column) => `CAST(sum(${termOf(column)}) AS BIGINT) AS ${column}`).join(', ')
