/** What tells the rows of one version of a slice apart, and their sums. */
export const figureColumns =
  'day, account, app, network, format, country, ad_tag, impressions, clicks, installs, revenue_micros'

/** A version of a slice, without when it stood. */
export const sliceColumns =
  'day, account, app, network, import_id, row_count, impressions, clicks, installs, revenue_micros, fingerprint'
