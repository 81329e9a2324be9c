import { comparisons, type NamedRange } from '../../../src/values/compared-range.ts'
import { parseDay } from '../../../src/values/day.ts'

/** `usual` depends on the days. A range with as many days is given by its first one. */
export type Compare = 'none' | 'usual' | NamedRange | { readonly from: string }

const words = ['none', 'usual', ...comparisons] as const

/** Reads what is compared from an address. @returns null when it is nothing known */
export function parseCompare(text: string): Compare | null {
  const word = words.find((one) => one === text)
  if (word) return word
  return parseDay(text) === null ? null : { from: text }
}

export const writeCompare = (compare: Compare): string =>
  typeof compare === 'object' ? compare.from : compare

export const basisTitles: Readonly<Record<NamedRange, string>> = {
  previous_period: 'The days right before',
  previous_weekdays: 'The same weekdays before',
  previous_month: 'The same days of the month before',
  previous_year: 'The same days of the year before',
  previous_year_weekdays: 'The same weekdays 52 weeks earlier',
}
