import { readWholeNumber } from '../config/settings.ts'
import { type TakenValue, takes } from './command-fields.ts'

/** How many of a list are printed. */
export const limitOption = (noun: string, most: number, byDefault: string): TakenValue =>
  takes('<n>', `number of ${noun}, 1 to ${most}`, {
    default: byDefault,
    read: (text) => readWholeNumber('--limit', text, 1, most),
  })

/** Where a list of entries with ids, newest first, goes on. */
export const beforeOption = (noun: string): TakenValue =>
  takes('<id>', `only ${noun} with a smaller id`, {
    read: (text) => readWholeNumber('--before', text, 1, 2 ** 32 - 1),
  })
