/** What a slice is: the figures of a day, account, app and network. */
export const sliceKey = 'day, account, app, network'

export const figureKey = `${sliceKey}, format, country, ad_tag`

/** Clicks and installs may be null, which means unknown. */
export const sumColumns = 'impressions, clicks, installs, revenue_micros'

export const figureColumns = `${figureKey}, ${sumColumns}`

/** A slice as an import states it. */
export const sliceColumns = `${sliceKey}, import_id, row_count, ${sumColumns}, fingerprint, fingerprint_version`

/** A slice with its history: the entries that it is from, and that last changed its figures. */
export const sliceVersionColumns = `${sliceColumns}, since, changed, restatements`

/** Months first, because stores keep a month's rows together. */
export const sliceOrder = "date_trunc('month', day), account, app, day, network"

export const figureOrder = `${sliceOrder}, format, country, ad_tag`
