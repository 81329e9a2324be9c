import type { ReactNode } from 'react'
import { texts } from '../texts.ts'

export const notesTexts = texts('notes', {
  notes: 'Notes',
  whatHappenedOnADay:
    'What happened on a day: a price test, a release, an outage. Charts mark these days.',
  addANote: 'Add a note',
  noNotes: 'No notes',
  addOneHereOrPress: 'Add one here, or press N on a day of a chart.',
  editorsAndOwnersOfThis: 'Editors and owners of this account can write notes.',
  days: 'Days',
  note: 'Note',
  about: 'About',
  allApps: 'All apps',
  written: 'Written',
  edit: (text: string) => `Edit ${text}`,
  editLabel: 'Edit',
  delete: 'Delete',
  deleteTheNote: 'Delete the note?',
  deleteNote: 'Delete note',
  theOperator: 'The operator',
  theOperatorWithin: 'the operator',
  changedBy: (changedBy: ReactNode, changedAt: ReactNode) => (
    <>
      {' '}
      Changed by {changedBy}, {changedAt}
    </>
  ),
})
