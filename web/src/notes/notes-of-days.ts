import { dayCount, parseDay } from '../../../src/values/day.ts'
import type { NoteAnswer } from '../api/wire.ts'
import { type Periods, periodOfDay } from '../view/periods.ts'
import { daysBetween } from '../view/view.ts'

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
    .filter((note) => note.start_date <= last && note.end_date >= first)
    .filter(({ app_id: app }) => app === null || !apps || apps.includes(app))
    .map((note) => ({
      note,
      from: Math.max(placeOf(first, note.start_date), 0),
      to: Math.min(placeOf(first, note.end_date), length - 1),
    }))
    .sort((a, b) => a.from - b.from || a.to - b.to || a.note.id - b.note.id)
}

/**
 * The same notes with the places of their weeks or months.
 *
 * @param notes placed among the days of the range
 */
export function notesOfPeriods(
  notes: readonly PlacedNote[],
  { grain, periods, from: first, to: last }: Periods,
): PlacedNote[] {
  const days = daysBetween(first, last)
  const placeAt = (day: number) => periods.indexOf(periodOfDay(grain, days[day]!))
  return notes.map(({ note, from, to }) => ({ note, from: placeAt(from), to: placeAt(to) }))
}

/** Those of one day or period, by its place. */
export const notesAt = (notes: readonly PlacedNote[], place: number): readonly PlacedNote[] =>
  notes.filter(({ from, to }) => from <= place && place <= to)

/** How many days a day is after the first one. */
function placeOf(first: string, day: string): number {
  const [firstDay, lastDay] = [parseDay(first)!, parseDay(day)!]
  return lastDay < firstDay ? lastDay - firstDay : dayCount({ firstDay, lastDay }) - 1
}
