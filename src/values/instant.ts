const isoInstant = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2}):(\d{2})(\.\d{1,3})?(Z|[+-]\d{2}:\d{2})$/

/** The last millisecond that is written with four digits of the year. */
const lastInstantMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** What an instant must look like, for error texts. */
export const instantAccepts =
  'an instant such as 2026-03-01T09:30:00Z, with at most 3 decimals of a second'

/**
 * Reads an instant of ISO 8601 with seconds and an offset or `Z`.
 *
 * @returns milliseconds since 1970; null when the text is of another form, names a day or an hour
 *   that does not exist, or lies before 1970 or after 9999
 */
export function parseInstant(text: string): number | null {
  const [, day, hours, minutes, seconds] = isoInstant.exec(text) ?? []
  if (day === undefined) return null
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null
  const midnight = new Date(`${day}T00:00:00Z`)
  // Date rolls 02-30 over into March on some engines and refuses it on others.
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day)) return null
  const epochMs = Date.parse(text)
  return epochMs >= 0 && epochMs <= lastInstantMs ? epochMs : null
}

/** Writes an instant in UTC; milliseconds only where there are any. */
export function formatInstant(epochMs: number): string {
  return new Date(epochMs).toISOString().replace('.000Z', 'Z')
}
