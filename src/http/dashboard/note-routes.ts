import { addNote } from '../../use-cases/notes/add-note.ts'
import { changeNote } from '../../use-cases/notes/change-note.ts'
import { deleteNote } from '../../use-cases/notes/delete-note.ts'
import { listNotesWithin } from '../../use-cases/notes/list-notes.ts'
import { ofAccount } from './route-table.ts'

const changing = { needs: 'import', ofAllApps: true } as const

/** Notes on days. A body has the fields of its use case, but for the account and the writer. */
export const noteRoutes = () => ({
  'GET /notes': ofAccount({
    needs: 'read',
    answer: async ({ principal, username, call }) => ({
      notes: await call(listNotesWithin(principal.apps), { username }),
    }),
  }),
  'POST /notes/add': ofAccount({
    ...changing,
    answer: ({ principal, username, fields, ask }) =>
      ask(addNote, { ...fields, username, by: principal.name }),
  }),
  'POST /notes/change': ofAccount({
    ...changing,
    answer: ({ principal, username, fields, ask }) =>
      ask(changeNote, { ...fields, username, by: principal.name }),
  }),
  'POST /notes/delete': ofAccount({
    ...changing,
    answer: ({ username, fields, ask }) => ask(deleteNote, { ...fields, username }),
  }),
})
