import { describe, expect, test } from 'vitest'
import { adtally, adtallyJson, adtallyWorks, expectOneClearLine } from './run-adtally.ts'
import { newStudio } from './studio.ts'

describe('adtally notes', () => {
  test('adds, lists and deletes notes on days', async () => {
    const { options } = await newStudio()
    const run = (...args: string[]) => adtallyWorks(['notes', ...args], options)
    expect(await run('list', 'studio')).toBe(
      'No notes. Add one with: adtally notes add studio DAY TEXT\n',
    )
    expect(await run('add', 'studio', '2026-03-04', 'price test began')).toBe(
      'Note 1 of 2026-03-04 is added.\n',
    )
    const range = ['--end-date', '2026-03-11', '--app-id', 'zap']
    await run('add', 'studio', '2026-03-05', 'price test', ...range)
    expect(await run('list', 'studio')).toBe(
      [
        'id  days                      app  note              by',
        '2   2026-03-05 to 2026-03-11  zap  price test        operator',
        '1   2026-03-04                all  price test began  operator',
        '',
      ].join('\n'),
    )
    expect(await adtallyJson(['notes', 'list', 'studio'], options)).toMatchObject([
      { id: 2, start_date: '2026-03-05', end_date: '2026-03-11', app_id: 'zap', written_by: null },
      { id: 1, start_date: '2026-03-04', end_date: '2026-03-04', app_id: null, changed_at: null },
    ])
    expect(await run('delete', 'studio', '1')).toBe(
      'Note 1 of 2026-03-04 is deleted: price test began\n',
    )
  })

  test.each([
    [['add', 'nobody', '2026-03-04', 'x'], /no account "nobody"/],
    [['add', 'studio', '2026-02-30', 'x'], /^adtally: start-date: "2026-02-30" is not accepted/],
    [['add', 'studio', '2026-03-04', ''], /^adtally: text/],
    [['add', 'studio', '2026-03-04', 'x', '--end-date', '2026-03-03'], /A note from 2026-03-04 to/],
    [['add', 'studio', '2026-03-04', 'x', '--app-id', 'none'], /no app with the app_id "none"/],
    [['delete', 'studio', '7'], /has no note 7.*notes list studio/],
    [['delete', 'studio', 'x'], /"x" is not a whole number/],
  ])('%j is refused', async (args, message) => {
    const { options } = await newStudio()
    const refused = await adtally(['notes', ...args], options)
    expect(expectOneClearLine(refused)).toMatch(message)
  })
})
