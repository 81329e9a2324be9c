import { parseDay } from './day.ts'

const isoInstant = /^(\d{4}-\d{2}-\d{2})T(\d{2}):\d{2}:\d{2}(\.\d{1,3})?(Z|[+-]\d{2}:\d{2})$/

/** The last millisecond of a four-digit year. */
const lastInstantMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** The accepted form of an instant, for error texts. */
export const instantAccepts =
  'an instant such as 2026-03-01T09:30:00Z, with at most 3 decimals of a second'

/**
 * Reads an instant of ISO 8601 with seconds and an offset or `Z`.
 *
 * @returns milliseconds since 1970; null when the text has another form, the day or hour does not
 *   exist, or the instant is before 1970 or after 9999
 */
export function parseInstant(text: string): number | null {
  const [, day, hours] = isoInstant.exec(text) ?? []
  // Date.parse reads 02-30 as a day in March and 24:00 as the next midnight, and refuses other faults.
  if (day === undefined || parseDay(day) === null || hours === '24') return null
  const epochMs = Date.parse(text)
  return epochMs >= 0 && epochMs <= lastInstantMs ? epochMs : null
}

/** Writes an instant in UTC, with milliseconds only when they are not 0. */
export function formatInstant(epochMs: number): string {
  return new Date(epochMs).toISOString().replace('.000Z', 'Z')
}
