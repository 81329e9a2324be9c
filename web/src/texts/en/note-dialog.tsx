import { plural, texts } from '../texts.ts'

export const noteDialogTexts = texts('noteDialog', {
  changeTheNote: 'Change the note',
  addANote: 'Add a note',
  note: 'Note',
  priceTestBegan: 'Price test began',
  day: 'Day',
  untilForSeveralDays: 'Until (for several days)',
  about: 'About',
  allApps: 'All apps',
  whoSeesIt: 'Everyone in the account sees it, with your name.',
  saveNote: 'Save note',
  addNote: 'Add note',
  notesAreMissing: (message: string) => `Notes could not be loaded. ${message} `,
  tryAgain: 'Try again',
  notes: 'Notes',
  earlierNotes: (more: string, count: number) =>
    `${more} earlier ${plural(count, { one: 'note', other: 'notes' })}. `,
  allNotes: 'All notes',
})
