/** The likely reasons why two reports differ; see `reconcile`. */
export const gapLabels = [
  ...(['below tolerance', 'time zone', 'currency', 'late data', 'missing', 'unexplained'] as const),
] as const

export type GapLabel = (typeof gapLabels)[number]

/** The groupings of a reconciliation: each of its rows is about one month, day, app, network or slice. */
export const gapGroupings = ['month', 'day', 'app_id', 'network', 'slice'] as const

export type GapGrouping = (typeof gapGroupings)[number]
