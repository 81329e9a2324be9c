import { username } from '../fields.ts'
import { useCase } from '../use-case.ts'
import { contentOf, noteFacts, noteFields, toNoteViews } from './note-fields.ts'

/** Writes a note on a day or a range of days. */
export const addNote = useCase({
  name: 'add-note',
  request: { username, ...noteFields },
  run: async (services, { username, by = null, ...fields }) => {
    const content = await contentOf(username, fields, services)
    const note = await services.dayNotes.add(username, content, by)
    return (await toNoteViews([note], services))[0]!
  },
  audit: ({ username }, note) => [
    { action: 'note_added', account: username, facts: noteFacts(note) },
  ],
})
