import { addDays, formatDay, parseDay } from '../../../src/values/day.ts'

/** The day so many days later. */
export const shiftDay = (day: string, days: number): string =>
  formatDay(addDays(parseDay(day)!, days))
