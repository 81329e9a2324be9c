/** The columns that identify a slice, in every table of figures. */
export const sliceKey = 'day, account, app, network'

/** The columns that identify one row of figures. */
export const figureKey = `${sliceKey}, format, country, ad_tag`

/** The order in which slices are stored, so that one app's days are read together. */
export const sliceOrder = 'account, app, day, network'

/** The order in which figures are stored. */
export const figureOrder = `${sliceOrder}, format, country, ad_tag`
