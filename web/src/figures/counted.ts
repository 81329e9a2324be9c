import type { Formats } from './formats.ts'
import { plural } from './plural.ts'

/** Slices in words that need no explanation. */
export const slicesText = (slices: string, count: number) =>
  `${slices} ${plural(count, { one: 'day of an app and network', other: 'days of apps and networks' })}`

export const rowsText = (rows: string, count: number) =>
  `${rows} ${plural(count, { one: 'row', other: 'rows' })}`

export const daysText = (days: number, { count }: Pick<Formats, 'count'>) =>
  `${count(days)} ${plural(days, { one: 'day', other: 'days' })}`
