import { recordId, username } from '../fields.ts'
import { useCase } from '../use-case.ts'
import { noteFacts, toNoteViews } from './note-fields.ts'

/** Deletes a note, and returns it as it was. */
export const deleteNote = useCase({
  name: 'delete-note',
  request: { username, id: recordId },
  run: async (services, { username, id }) => {
    const note = await services.dayNotes.remove(username, id)
    return (await toNoteViews([note], services))[0]!
  },
  audit: ({ username }, note) => [
    { action: 'note_deleted', account: username, facts: noteFacts(note) },
  ],
})
