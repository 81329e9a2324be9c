import { figureKey, figureOrder, sliceKey, sliceOrder } from '../ledger/figure-keys.ts'

/** Clicks and installs may be null, which means unknown. */
const sumColumns = 'impressions, clicks, installs, revenue_micros'

export const figureColumns = `${figureKey}, ${sumColumns}`

/** A slice of an import. */
export const sliceColumns = `${sliceKey}, import_id, row_count, ${sumColumns}, fingerprint, fingerprint_version`

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
