import type { ReactNode } from 'react'
import { texts } from '../texts.ts'

export const notesTexts = texts('notes', {
  notes: 'Notes',
  aboutNotes: 'What happened on a day: a price test, a release, an outage. Charts mark these days.',
  addANote: 'Add a note',
  noNotes: 'No notes',
  howToAdd: 'Add one here, or press N on a day of a chart.',
  whoCanWrite: 'Editors and owners of this account can write notes.',
  days: 'Days',
  note: 'Note',
  about: 'About',
  allApps: 'All apps',
  written: 'Written',
  edit: (text: string) => `Edit ${text}`,
  editTitle: 'Edit',
  delete: 'Delete',
  deleteTheNote: 'Delete the note?',
  deleteNote: 'Delete note',
  theOperator: 'The operator',
  theOperatorInSentence: 'the operator',
  changedBy: (changedBy: ReactNode, changedAt: ReactNode) => (
    <>
      {' '}
      Changed by {changedBy}, {changedAt}
    </>
  ),
})
