import { figures } from '../facts/figures.ts'

/** The columns that identify a slice, in every table of figures. */
export const { sliceKey, sliceOrder } = figures

/** The columns that identify one row of figures. */
export const figureKey = figures.rowKey

/** The columns that figures of all ad tags share. */
export const untaggedKey = figureKey.replace(', ad_tag', '')

/** The order of stored figures. */
export const figureOrder = figures.rowOrder
