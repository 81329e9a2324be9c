import { username } from '../fields.ts'
import { readsOnly, useCase } from '../use-case.ts'
import { toNoteViews } from './note-fields.ts'

/** The notes on days of an account, the latest days first. */
export const listNotes = useCase({
  name: 'list-notes',
  request: { username },
  audit: readsOnly,
  run: async (services, { username }) =>
    toNoteViews(await services.dayNotes.list(username), services),
})
