import { plural } from './plural.ts'

export const slicesText = (slices: string, count: number) =>
  `${slices} ${plural(count, { one: 'slice', other: 'slices' })}`

export const rowsText = (rows: string, count: number) =>
  `${rows} ${plural(count, { one: 'row', other: 'rows' })}`
