import { dayCount, parseDay } from '../../../src/values/day.ts'
import type { NoteAnswer } from '../api/wire.ts'

/** A note with the places of its first and last day among the days that are shown. */
export interface PlacedNote {
  readonly note: NoteAnswer
  readonly from: number
  readonly to: number
}

/**
 * The notes that have days in a range, the earliest first.
 *
 * @param apps only notes about these apps, and those about the whole account; all when absent
 */
export function notesOfDays(
  notes: readonly NoteAnswer[],
  first: string,
  last: string,
  apps: readonly string[] | undefined,
): PlacedNote[] {
  const length = placeOf(first, last) + 1
  return notes
    .filter(({ from, to }) => from <= last && to >= first)
    .filter(({ app_id: app }) => app === null || !apps || apps.includes(app))
    .map((note) => ({
      note,
      from: Math.max(placeOf(first, note.from), 0),
      to: Math.min(placeOf(first, note.to), length - 1),
    }))
    .sort((a, b) => a.from - b.from || a.to - b.to || a.note.id - b.note.id)
}

/** Those of one day, by its place. */
export const notesAt = (notes: readonly PlacedNote[], place: number): readonly PlacedNote[] =>
  notes.filter(({ from, to }) => from <= place && place <= to)

/** How many days a day is after the first one. */
function placeOf(first: string, day: string): number {
  const [firstDay, lastDay] = [parseDay(first)!, parseDay(day)!]
  return lastDay < firstDay ? lastDay - firstDay : dayCount({ firstDay, lastDay }) - 1
}
