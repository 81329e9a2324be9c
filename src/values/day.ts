declare const dayBrand: unique symbol

/** A calendar day in UTC, counted in days since 1970-01-01. */
export type Day = number & { readonly [dayBrand]: true }

/** The days from `firstDay` to `lastDay`, both included. */
export interface DaySpan {
  readonly firstDay: Day
  readonly lastDay: Day
}

/** Milliseconds in a day. */
export const dayMs = 86_400_000
/** The accepted form of a day, for error texts. */
export const dayAccepts = 'a calendar day as YYYY-MM-DD'

const isoDay = /^\d{4}-\d{2}-\d{2}$/

/**
 * Reads a day written as `YYYY-MM-DD`.
 *
 * @returns null when the text has another form or the day does not exist (2026-02-30)
 */
export function parseDay(text: string): Day | null {
  if (!isoDay.test(text)) return null
  const ms = Date.parse(`${text}T00:00:00Z`)
  // Some engines read 02-30 as a day in March, others refuse it.
  if (Number.isNaN(ms) || new Date(ms).getUTCDate() !== Number(text.slice(-2))) return null
  return (ms / dayMs) as Day
}

/** Days that were written lately: answers repeat the same few hundred. */
const written = new Map<Day, string>()
const maxWritten = 4_000

/** Writes a day as `YYYY-MM-DD`. */
export function formatDay(day: Day): string {
  let text = written.get(day)
  if (text === undefined) {
    text = new Date(day * dayMs).toISOString().slice(0, 10)
    if (written.size === maxWritten) written.clear()
    written.set(day, text)
  }
  return text
}

/** The UTC day of an instant. @param epochMs milliseconds since 1970-01-01T00:00Z */
export function dayOf(epochMs: number): Day {
  return Math.floor(epochMs / dayMs) as Day
}

/** The day `days` after the given one, or before it when negative. */
export function addDays(day: Day, days: number): Day {
  return (day + days) as Day
}

/** The number of days in a span; less than 1 when `lastDay` is before `firstDay`. */
export function dayCount({ firstDay, lastDay }: DaySpan): number {
  return lastDay - firstDay + 1
}
