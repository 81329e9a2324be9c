/** The columns that identify a slice, in every table of figures. */
export const sliceKey = 'day, account, app, network'

/** The columns that figures of all ad tags share. */
export const untaggedKey = `${sliceKey}, format, country`

/** The columns that identify one row of figures. */
export const figureKey = `${untaggedKey}, ad_tag`

/** The order of stored slices: one app's days are next to each other. */
export const sliceOrder = 'account, app, day, network'

/** The order of stored figures. */
export const figureOrder = `${sliceOrder}, format, country, ad_tag`
