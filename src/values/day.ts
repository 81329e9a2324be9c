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
const isoDay = /^\d{4}-\d{2}-\d{2}$/

/**
 * Reads a day written as `YYYY-MM-DD`.
 *
 * @returns the day, or null when the text is of another form or names a day
 *   that no calendar has (2026-02-30)
 */
export function parseDay(text: string): Day | null {
  if (!isoDay.test(text)) return null
  const ms = Date.parse(`${text}T00:00:00Z`)
  // Date.parse rolls 02-30 over into March on some engines and refuses it on others.
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text) return null
  return (ms / dayMs) as Day
}

/** Writes a day as `YYYY-MM-DD`. */
export function formatDay(day: Day): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}

/** The UTC day in which an instant lies. @param epochMs milliseconds since 1970-01-01T00:00Z */
export function dayOf(epochMs: number): Day {
  return Math.floor(epochMs / dayMs) as Day
}

/** The day that lies `days` after (before, when negative) the given one. */
export function addDays(day: Day, days: number): Day {
  return (day + days) as Day
}

/** How many days a span covers; never less than 1 for a span in order. */
export function dayCount({ firstDay, lastDay }: DaySpan): number {
  return lastDay - firstDay + 1
}
