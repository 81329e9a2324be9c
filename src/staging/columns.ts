import { figureKey, figureOrder, sliceKey, sliceOrder } from '../ledger/figure-keys.ts'

/** Clicks and installs may be null, which means unknown. */
const sumColumns = 'impressions, clicks, installs, revenue_micros'

export const figureColumns = `${figureKey}, ${sumColumns}`

/** A slice as an import states it. */
export const sliceColumns = `${sliceKey}, import_id, row_count, ${sumColumns}, fingerprint, fingerprint_version`

/** A slice with its history: the entries that it is from, and that last changed its figures. */
export const sliceVersionColumns = `${sliceColumns}, since, changed, restatements`

/** Months first, because stores keep a month's rows together. */
export const slicesByMonth = `date_trunc('month', day), ${sliceOrder}`

export const figuresByMonth = `date_trunc('month', day), ${figureOrder}`
