import { readWholeNumber } from '../config/settings.ts'
import type { NoteView } from '../use-cases/notes/note-fields.ts'
import { takes } from './command-fields.ts'
import { commandGroup, useCaseCommand } from './run-command.ts'

const daysOf = ({ start_date: first, end_date: last }: NoteView): string =>
  first === last ? first : `${first} to ${last}`

const list = useCaseCommand({
  name: 'list',
  summary: "List an account's notes, the latest days first.",
  examples: ['notes list studio'],
  arguments: { username: 'the account' },
  useCase: async () => (await import('../use-cases/notes/list-notes.ts')).listNotes,
  table: {
    header: ['id', 'days', 'app', 'note', 'by'],
    toRow: (note) => [
      String(note.id),
      daysOf(note),
      note.app_id ?? 'all',
      note.text,
      note.written_by ?? 'operator',
    ],
    whenEmpty: ({ username }) => `No notes. Add one with: adtally notes add ${username} DAY TEXT`,
  },
})

const add = useCaseCommand({
  name: 'add',
  summary: 'Write a note on a day or a range of days.',
  examples: [
    'notes add studio 2026-03-04 "price test began"',
    'notes add studio 2026-03-04 "price test" --end-date 2026-03-11 --app-id zap-ios',
  ],
  arguments: {
    username: 'the account',
    startDate: 'the day, or the first one',
    text: 'what to note, on one line',
  },
  options: {
    endDate: takes('<day>', 'the last day of a range'),
    appId: takes('<app-id>', 'the app that it is about'),
  },
  useCase: async () => (await import('../use-cases/notes/add-note.ts')).addNote,
  line: (note) => `Note ${note.id} of ${daysOf(note)} is added.`,
})

const remove = useCaseCommand({
  name: 'delete',
  summary: 'Delete a note.',
  examples: ['notes delete studio 7'],
  arguments: {
    username: 'the account',
    id: takes('<id>', 'the number of the note, see adtally notes list', {
      read: (text) => readWholeNumber('<id>', text, 1, Number.MAX_SAFE_INTEGER),
    }),
  },
  isPlain: true,
  useCase: async () => (await import('../use-cases/notes/delete-note.ts')).deleteNote,
  line: (note) => `Note ${note.id} of ${daysOf(note)} is deleted: ${note.text}`,
})

/** `adtally notes`: notes on days, which the dashboard's charts show. */
export const notesCommand = commandGroup(
  {
    name: 'notes',
    summary: 'Manage notes on days, which the charts of the dashboard show.',
    examples: ['notes add studio 2026-03-04 "price test began"', 'notes list studio'],
  },
  [list, add, remove],
)
