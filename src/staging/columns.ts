import { figureKey, figureOrder, sliceKey, sliceOrder } from '../ledger/figure-keys.ts'

/** The counts that slices have too, as totals. Clicks and installs may be null, which means unknown. */
export const sliceCounts = ['impressions', 'clicks', 'installs'] as const

/** The counts of figures. All but impressions may be null, which means unknown. */
export const figureCounts = [...sliceCounts, 'requests', 'matched_requests'] as const

export const figureColumns = `${figureKey}, ${figureCounts.join(', ')}, revenue_micros`

/** A slice of an import. */
export const sliceColumns = `${sliceKey}, import_id, row_count, ${sliceCounts.join(', ')}, revenue_micros, fingerprint, fingerprint_version`

/** A slice with the entry that wrote it and the entry that last changed its figures. */
export const sliceVersionColumns = `${sliceColumns}, since, changed, restatements`

/** Months come first, because stores keep a month's rows together. */
export const slicesByMonth = `date_trunc('month', day), ${sliceOrder}`

export const figuresByMonth = `date_trunc('month', day), ${figureOrder}`

/** A condition that rows of two relations are of the same slice. */
export const sameSlice = (one: string, other: string): string =>
  sliceKey
    .split(', ')
    .map((column) => `${one}.${column} = ${other}.${column}`)
    .join(' AND ')

/** The sums of columns, under their names. A sum without a known value is unknown. */
export const sumsOf = (columns: readonly string[], termOf = (column: string) => column): string =>
  columns.map((column) => `CAST(sum(${termOf(column)}) AS BIGINT) AS ${column}`).join(', ')
