import type { Command } from 'commander'
import { readWholeNumber } from '../config/settings.ts'
import type { NoteView } from '../use-cases/notes/note-fields.ts'
import { callUseCase } from './connect.ts'
import {
  command,
  type DataOptions,
  dataCommand,
  type JsonOptions,
  jsonOption,
} from './data-command.ts'
import { print, printList, printResult } from './print.ts'
import type { Shell } from './shell.ts'

interface AddOptions extends JsonOptions {
  readonly endDate?: string
  readonly appId?: string
}

/** `adtally notes`: notes on days, which the dashboard's charts show. */
export function notesCommand(shell: Shell): Command {
  return command({
    name: 'notes',
    summary: 'Manage notes on days, which the charts of the dashboard show.',
    examples: ['notes add studio 2026-03-04 "price test began"', 'notes list studio'],
  })
    .addCommand(listCommand(shell))
    .addCommand(addCommand(shell))
    .addCommand(deleteCommand(shell))
}

function listCommand(shell: Shell): Command {
  return dataCommand({
    name: 'list',
    summary: "List an account's notes, the latest days first.",
    examples: ['notes list studio'],
  })
    .argument('<username>', 'the account')
    .addOption(jsonOption())
    .action(async (username: string, options: JsonOptions) => {
      const { listNotes } = await import('../use-cases/notes/list-notes.ts')
      const notes = await callUseCase(shell, options, listNotes, { username })
      printList(shell, options, notes, {
        header: ['id', 'days', 'app', 'note', 'by'],
        toRow,
        whenEmpty: `No notes. Add one with: adtally notes add ${username} DAY TEXT`,
      })
    })
}

function addCommand(shell: Shell): Command {
  return dataCommand({
    name: 'add',
    summary: 'Write a note on a day or a range of days.',
    examples: [
      'notes add studio 2026-03-04 "price test began"',
      'notes add studio 2026-03-04 "price test" --end-date 2026-03-11 --app-id zap-ios',
    ],
  })
    .argument('<username>', 'the account')
    .argument('<start-date>', 'the day, or the first one')
    .argument('<text>', 'what to note, on one line')
    .option('--end-date <day>', 'the last day of a range')
    .option('--app-id <app-id>', 'the app that it is about')
    .addOption(jsonOption())
    .action(async (username: string, startDate: string, text: string, options: AddOptions) => {
      const { endDate, appId } = options
      const { addNote } = await import('../use-cases/notes/add-note.ts')
      const note = await callUseCase(shell, options, addNote, {
        username,
        startDate,
        text,
        ...(endDate !== undefined && { endDate }),
        ...(appId !== undefined && { appId }),
      })
      printResult(shell, options, note, `Note ${note.id} of ${daysOf(note)} is added.`)
    })
}

function deleteCommand(shell: Shell): Command {
  return dataCommand({
    name: 'delete',
    summary: 'Delete a note.',
    examples: ['notes delete studio 7'],
  })
    .argument('<username>', 'the account')
    .argument('<id>', 'the number of the note, see adtally notes list')
    .action(async (username: string, id: string, options: DataOptions) => {
      const number = readWholeNumber('<id>', id, 1, Number.MAX_SAFE_INTEGER)
      const { deleteNote } = await import('../use-cases/notes/delete-note.ts')
      const note = await callUseCase(shell, options, deleteNote, { username, id: number })
      print(shell, `Note ${note.id} of ${daysOf(note)} is deleted: ${note.text}`)
    })
}

const daysOf = ({ start_date: first, end_date: last }: NoteView): string =>
  first === last ? first : `${first} to ${last}`

const toRow = (note: NoteView): string[] => [
  ...[String(note.id), daysOf(note), note.app_id ?? 'all', note.text],
  note.written_by ?? 'operator',
]
