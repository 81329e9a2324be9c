import { expect, test } from 'vitest'
import type { ImportAnswer } from '../../api/wire.ts'
import { foldImports } from './fold-imports.ts'

const imported = (id: number, day: string, more: Partial<ImportAnswer> = {}): ImportAnswer =>
  ({
    id,
    committed_at: `${day}T08:00:00Z`,
    first_day: '2026-03-01',
    last_day: '2026-03-02',
    networks: ['admob'],
    network_count: 1,
    slices_added: 1,
    slices_restated: 2,
    slices_removed: 0,
    impressions: '10',
    revenue: '0.1',
    is_fetched: true,
    report: null,
    undone_by: null,
    ...more,
  }) as ImportAnswer

const dayOf = (instant: string) => instant.slice(0, 10)
const folded = (...imports: readonly ImportAnswer[]) => foldImports(imports, dayOf)
const idsOf = (...imports: readonly ImportAnswer[]) =>
  folded(...imports).map((line) => line.imports.map(({ id }) => id))

test('fetched imports of a day are one line, at the place of the newest; others stay', () => {
  expect(
    idsOf(
      imported(5, '2026-03-03'),
      imported(4, '2026-03-03', { is_fetched: false }),
      imported(3, '2026-03-03'),
      imported(2, '2026-03-02'),
      imported(1, '2026-03-01', { is_fetched: false }),
    ),
  ).toEqual([[5, 3], [4], [2], [1]])
})

test('imports of secondary reports are not added to those that count', () => {
  const [counted, secondary] = folded(
    imported(3, '2026-03-03'),
    imported(2, '2026-03-03', { report: 'MAX', revenue: '500' }),
    imported(1, '2026-03-03'),
  )
  expect([counted!.imports.length, counted!.sum.revenue]).toEqual([2, '0.2'])
  expect(secondary!.sum.revenue).toBe('500')
})

test('a line has the totals of users too', () => {
  const [line] = folded(
    imported(3, '2026-03-03', { totals: { dau: '9007199254740993', new_users: '2' } }),
    imported(2, '2026-03-03', { totals: { dau: '-1' } }),
    imported(1, '2026-03-03'),
  )
  expect(line!.sum.totals).toEqual({ dau: '9007199254740992', new_users: '2' })
})

test('a line of undone imports has the sums of all', () => {
  const [line] = folded(
    imported(2, '2026-03-03', { undone_by: 9, revenue: '1' }),
    imported(1, '2026-03-03', { undone_by: 8, revenue: '2.5' }),
  )
  expect(line!.sum.revenue).toBe('3.5')
})

test('a line has the exact sums and all days of its imports, without those that are undone', () => {
  const [line] = folded(
    imported(3, '2026-03-03', { networks: ['unityads'], last_day: '2026-03-05', revenue: '0.2' }),
    imported(2, '2026-03-03', { undone_by: 9, first_day: '2026-01-01', revenue: '77' }),
    imported(1, '2026-03-03', { impressions: '-4', first_day: '2026-02-27' }),
  )
  expect(line!.sum).toMatchObject({
    first_day: '2026-02-27',
    last_day: '2026-03-05',
    networks: ['unityads', 'admob'],
    slices_added: 2,
    slices_restated: 4,
    impressions: '6',
    revenue: '0.3',
  })
})
