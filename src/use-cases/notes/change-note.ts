import { recordId, username } from '../fields.ts'
import { useCase } from '../use-case.ts'
import { contentOf, noteFacts, noteFields, toNoteViews } from './note-fields.ts'

/** Replaces what a note says: its days, app and text. */
export const changeNote = useCase({
  name: 'change-note',
  request: { username, id: recordId, ...noteFields },
  run: async (services, { username, id, by = null, ...fields }) => {
    const content = await contentOf(username, fields, services)
    const note = await services.dayNotes.change(username, id, content, by)
    return (await toNoteViews([note], services))[0]!
  },
  audit: ({ username }, note) => [
    { action: 'note_changed', account: username, facts: noteFacts(note) },
  ],
})
