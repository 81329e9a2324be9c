import { describe, expect, test } from 'vitest'
import { DayNotes, maxNotes, type NoteContent } from '../../src/records/day-notes.ts'
import type { RelationalDatabase } from '../../src/records/relational-database.ts'
import { parseDay } from '../../src/values/day.ts'
import { peopleOf, start } from './people.ts'

const content = (from: string, to = from, more: Partial<NoteContent> = {}): NoteContent => ({
  days: { firstDay: parseDay(from)!, lastDay: parseDay(to)! },
  app: null,
  text: 'price test began',
  ...more,
})

/**
 * The cases of notes on days on every relational store.
 *
 * @param open opens an empty store
 */
export function dayNoteCases(open: () => Promise<RelationalDatabase>): void {
  async function openNotes() {
    const database = await open()
    const { accounts, clock } = peopleOf(database)
    for (const username of ['studio', 'hop']) await accounts.create({ username })
    const now = () => new Date(clock.nowMs)
    return {
      accounts,
      clock,
      notes: new DayNotes(accounts, database, now),
    }
  }

  describe('notes on days', () => {
    test('are listed with the latest days first, and say who wrote them', async () => {
      const { notes } = await openNotes()
      await notes.add('studio', content('2026-03-01', '2026-03-05'), 'ada')
      await notes.add('studio', content('2026-03-09', '2026-03-09', { app: 7 }), null)
      await notes.add('hop', content('2026-03-10'), 'bob')
      expect(await notes.list('studio')).toMatchObject([
        { ...content('2026-03-09', '2026-03-09', { app: 7 }), writtenBy: null },
        {
          ...content('2026-03-01', '2026-03-05'),
          writtenBy: 'ada',
          writtenAtMs: start,
          changedBy: null,
          changedAtMs: null,
        },
      ])
    })

    test('are changed and deleted, and tell who changed them last', async () => {
      const { notes, clock } = await openNotes()
      const { id } = await notes.add('studio', content('2026-03-01'), 'ada')
      clock.nowMs += 5
      const later = content('2026-03-02', '2026-03-03', { app: 3, text: 'it was the tutorial' })
      const changed = { ...later, writtenBy: 'ada', changedBy: 'bob', changedAtMs: start + 5 }
      expect(await notes.change('studio', id, later, 'bob')).toMatchObject(changed)
      expect(await notes.list('studio')).toMatchObject([changed])
      const unknown = { code: 'unknown_note', facts: { username: 'hop', id } }
      for (const work of [notes.change('hop', id, later, 'bob'), notes.remove('hop', id)]) {
        await expect(work).rejects.toMatchObject(unknown)
      }
      expect(await notes.remove('studio', id)).toMatchObject(changed)
      expect(await notes.list('studio')).toEqual([])
    })

    test.each([
      ['2026-03-02', '2026-03-01'],
      ['2026-01-01', '2027-01-02'],
    ])('are refused from %s to %s', async (from, to) => {
      const { notes } = await openNotes()
      const refused = { code: 'note_days_refused', facts: { from, to, maxDays: 366 } }
      await expect(notes.add('studio', content(from, to), null)).rejects.toMatchObject(refused)
      const { id } = await notes.add('studio', content('2026-01-01', '2027-01-01'), null)
      const changing = notes.change('studio', id, content(from, to), null)
      await expect(changing).rejects.toMatchObject(refused)
    })

    test('are not too many, and end with their account', async () => {
      const { notes, accounts } = await openNotes()
      for (let nth = 0; nth < maxNotes; nth++)
        await notes.add('studio', content('2026-03-01'), null)
      await expect(notes.add('studio', content('2026-03-01'), null)).rejects.toMatchObject({
        code: 'too_many_notes',
        facts: { username: 'studio', max: maxNotes },
      })
      await accounts.remove((await accounts.get('studio')).id)
      await expect(notes.list('studio')).rejects.toMatchObject({ code: 'unknown_account' })
    })
  })
}
