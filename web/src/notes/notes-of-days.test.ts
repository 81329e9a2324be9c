import { expect, test } from 'vitest'
import type { NoteAnswer } from '../api/wire.ts'
import { notesAt, notesOfDays, notesOfPeriods } from './notes-of-days.ts'

const note = (id: number, from: string, to = from, app: string | null = null): NoteAnswer => ({
  id,
  start_date: from,
  end_date: to,
  app_id: app,
  text: `note ${id}`,
  written_by: null,
  written_at: '2026-03-10T12:00:00Z',
  changed_by: null,
  changed_at: null,
})
const placed = (notes: readonly NoteAnswer[], apps?: readonly string[]) =>
  notesOfDays(notes, '2026-02-27', '2026-03-02', apps).map(({ note: { id }, from, to }) => [
    ...[id, from, to],
  ])

test('notes are where their days are, cut at the ends of the range', () => {
  const notes = [
    note(1, '2026-03-02'),
    note(2, '2026-02-27'),
    note(3, '2026-02-20', '2026-02-28'),
    note(4, '2026-03-01', '2026-04-01'),
    note(5, '2026-01-01', '2026-12-31'),
  ]
  expect(placed(notes)).toEqual([
    [2, 0, 0],
    [3, 0, 1],
    [5, 0, 3],
    [4, 2, 3],
    [1, 3, 3],
  ])
})

test('notes of other days are left out', () => {
  expect(placed([note(1, '2026-02-26'), note(2, '2026-03-03'), note(3, '2025-03-01')])).toEqual([])
})

test('of one app, its notes and those of the whole account are shown', () => {
  const notes = [
    note(1, '2026-03-01', '2026-03-01', 'hop'),
    note(2, '2026-03-01'),
    note(3, '2026-03-01', '2026-03-01', 'zap'),
  ]
  const ids = (apps?: readonly string[]) => placed(notes, apps).map(([id]) => id)
  expect(ids()).toEqual([1, 2, 3])
  expect(ids(['hop'])).toEqual([1, 2])
  expect(ids(['hop', 'zap'])).toEqual([1, 2, 3])
})

test('a day has the notes that begin, end or go on then', () => {
  const notes = notesOfDays(
    [note(1, '2026-03-01'), note(2, '2026-02-28', '2026-03-01'), note(3, '2026-03-02')],
    ...(['2026-02-27', '2026-03-02', undefined] as const),
  )
  const at = (place: number) => notesAt(notes, place).map(({ note: { id } }) => id)
  expect([0, 1, 2, 3].map(at)).toEqual([[], [2], [2, 1], [3]])
})

test('by week, notes are on the weeks of their first and last days', () => {
  const range = { from: '2026-02-27', to: '2026-03-10' } as const
  const notes = notesOfDays(
    [note(1, '2026-02-20', '2026-03-02'), note(2, '2026-03-08'), note(3, '2026-03-09')],
    ...([range.from, range.to, undefined] as const),
  )
  const weeks = ['2026-02-23', '2026-03-02', '2026-03-09']
  expect(
    notesOfPeriods(notes, { ...range, grain: 'week', periods: weeks }).map(
      ({ note: { id }, from, to }) => [id, from, to],
    ),
  ).toEqual([
    [1, 0, 1],
    [2, 1, 1],
    [3, 2, 2],
  ])
})
