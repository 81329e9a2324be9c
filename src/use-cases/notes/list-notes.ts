import type { Principal } from '../../publishers/principal.ts'
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

/**
 * {@link listNotes} for a principal. One that sees only some apps gets the notes on these, because a note on the whole
 * account may be about any app.
 *
 * @param apps the keys of the apps; null for all
 */
export const listNotesWithin = (apps: Principal['apps']): typeof listNotes => ({
  ...listNotes,
  run: async (services, { username }) => {
    const notes = await services.dayNotes.list(username)
    const isSeen = (app: number | null) => apps === null || (app !== null && apps.includes(app))
    return toNoteViews(
      notes.filter(({ app }) => isSeen(app)),
      services,
    )
  },
})
