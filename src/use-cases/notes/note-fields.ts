import { Type } from 'typebox'
import Format from 'typebox/format'
import { type DayNote, maxNoteCharacters } from '../../publishers/day-note.ts'
import type { NoteContent } from '../../records/day-notes.ts'
import { dayAccepts, formatDay, parseDay } from '../../values/day.ts'
import { formatInstant } from '../../values/instant.ts'
import { appId, login } from '../fields.ts'
import { appKeys } from '../key-scope.ts'
import type { Services } from '../services.ts'
import type { RequestOf } from '../use-case.ts'

Format.Set('note', (text) => oneLine.test(text))

/** Visible characters, and those that join letters in some scripts. */
const oneLine = /^(?! )[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}\u200c\u200d]+(?<! )$/u

/** The days whose figures every store can have. */
const [earliestDay, latestDay] = ['1970-01-01', '2149-06-06']

Format.Set(
  'note-day',
  (text) => parseDay(text) !== null && text >= earliestDay && text <= latestDay,
)

const noteDay = Type.String({
  maxLength: 10,
  format: 'note-day',
  description: `${dayAccepts}, from ${earliestDay} to ${latestDay}`,
})

/** The days, app, text and author of a note. */
export const noteFields = {
  startDate: noteDay,
  /** The same day when absent. */
  endDate: Type.Optional(noteDay),
  /** All of the account when absent. */
  appId: Type.Optional(appId),
  text: Type.String({
    minLength: 1,
    maxLength: maxNoteCharacters,
    format: 'note',
    description: `a text of 1 to ${maxNoteCharacters} visible characters, on one line`,
  }),
  /** The user who writes; absent for an operator. */
  by: Type.Optional(login),
}

/** A note on days of an account. */
export interface NoteView {
  readonly id: number
  readonly start_date: string
  readonly end_date: string
  /** Null for all of the account. */
  readonly app_id: string | null
  readonly text: string
  /** Null for a command. */
  readonly written_by: string | null
  readonly written_at: string
  readonly changed_by: string | null
  /** Null as long as nobody changed it. */
  readonly changed_at: string | null
}

/** @throws Refusal `unknown_app` when the account does not have the app */
export async function contentOf(
  username: string,
  { startDate, endDate = startDate, appId, text }: RequestOf<typeof noteFields>,
  { accounts, apps }: Services,
): Promise<NoteContent> {
  const keys = appId === undefined ? [] : await appKeys([appId], await accounts.get(username), apps)
  return {
    days: { firstDay: parseDay(startDate)!, lastDay: parseDay(endDate)! },
    app: keys[0] ?? null,
    text,
  }
}

/** Notes with the ids of their apps, of merged and deleted ones too. */
export async function toNoteViews(
  notes: readonly DayNote[],
  { apps }: Services,
): Promise<NoteView[]> {
  const keys = new Set(notes.flatMap(({ app }) => app ?? []))
  const known = keys.size > 0 ? await apps.byKeys([...keys]) : []
  const idOf = new Map(known.map(({ key, appId }) => [key, appId]))
  return notes.map(({ id, days, app, text, ...note }) => ({
    id,
    start_date: formatDay(days.firstDay),
    end_date: formatDay(days.lastDay),
    app_id: app === null ? null : (idOf.get(app) ?? null),
    text,
    written_by: note.writtenBy,
    written_at: formatInstant(note.writtenAtMs),
    changed_by: note.changedBy,
    changed_at: note.changedAtMs === null ? null : formatInstant(note.changedAtMs),
  }))
}

/** The facts of a note in the audit log. */
export const noteFacts = ({ id, app_id: appId, text, ...days }: NoteView) => ({
  note: id,
  day: days.start_date,
  ...(days.end_date !== days.start_date && { last_day: days.end_date }),
  ...(appId !== null && { app_id: appId }),
  text,
})
