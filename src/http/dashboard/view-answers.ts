import { type Static, Type } from 'typebox'
import { count, day, instant, nullable, text } from '../openapi/members.ts'
import { ofAccount } from './answer-schema.ts'

/** Answers about saved views and notes; see answer-schema.ts. */

const savedView = {
  id: count(),
  name: text(),
  address: text('Path and query of a page.'),
  saved_by: text(),
  is_own: Type.Boolean({ description: 'Whether it is of the user who asks.' }),
  is_shared: Type.Boolean({ description: 'Whether all users of the account see it.' }),
  saved_at: instant(),
}

export const viewsAnswer = Type.Object({
  ...ofAccount,
  views: Type.Array(Type.Object(savedView)),
})

export const viewAnswer = Type.Object({ ...ofAccount, ...savedView })

export const deletedViewAnswer = Type.Object({
  ...ofAccount,
  ...{ id: count(), name: text(), is_shared: Type.Boolean() },
})

const note = {
  id: count(),
  start_date: day(),
  end_date: day(),
  app_id: nullable(text('Null for all of the account.')),
  text: text(),
  written_by: nullable(text('Null for the operator.')),
  written_at: instant(),
  changed_by: nullable(text()),
  changed_at: nullable(instant()),
}

export const notesAnswer = Type.Object({ ...ofAccount, notes: Type.Array(Type.Object(note)) })
export const noteAnswer = Type.Object({ ...ofAccount, ...note })

export type ViewsAnswer = Static<typeof viewsAnswer>
export type SavedViewAnswer = ViewsAnswer['views'][number]
export type NotesAnswer = Static<typeof notesAnswer>
export type NoteAnswer = NotesAnswer['notes'][number]
