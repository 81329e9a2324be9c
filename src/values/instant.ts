import { dayMs, parseDay } from './day.ts'

/** The longest text has a fraction of 30 digits. */
const dateTime =
  /^(\d{4}-\d{2}-\d{2})[Tt](?!24)(\d{2}:\d{2}):(\d{2})(?:\.(\d{1,30}))?(?:[Zz]|([+-]\d{2}:\d{2}))$/

/** The last millisecond of a four-digit year. */
const lastInstantMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** The accepted form of an instant, for error texts. */
export const instantAccepts =
  'an RFC 3339 date-time such as 2026-03-01T09:30:00Z or 2026-03-01T10:30:00+01:00'

/**
 * Reads a date-time of RFC 3339, with `Z` or an offset. A fraction is cut off after its milliseconds. A leap second,
 * which Unix time does not have, is the last millisecond before it.
 *
 * @returns milliseconds since 1970; null when the text has another form, the day or time does not
 *   exist, or the instant is before 1970 or after 9999
 */
export function parseInstant(text: string): number | null {
  const [, day, minute, second, fraction = '', offset = 'Z'] = dateTime.exec(text) ?? []
  // Date.parse reads 02-30 as a day in March, and refuses other faults.
  if (day === undefined || parseDay(day) === null) return null
  const isLeap = second === '60'
  const time = isLeap ? '59.999' : `${second}.${fraction.slice(0, 3).padEnd(3, '0')}`
  const epochMs = Date.parse(`${day}T${minute}:${time}${offset}`)
  if (isLeap && (epochMs + 1) % dayMs !== 0) return null
  return epochMs >= 0 && epochMs <= lastInstantMs ? epochMs : null
}

/** Writes an instant in UTC, with milliseconds only when they are not 0. */
export function formatInstant(epochMs: number): string {
  return new Date(epochMs).toISOString().replace('.000Z', 'Z')
}
