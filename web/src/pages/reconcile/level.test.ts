import { expect, test } from 'vitest'
import { levelOf } from './level.ts'

const quarter = { from: '2026-01-15', to: '2026-03-10' }

test.each([
  [undefined, quarter, { by: 'month', ...quarter }],
  ['2026-02', quarter, { by: 'day', from: '2026-02-01', to: '2026-02-28' }],
  ['2026-01', quarter, { by: 'day', from: '2026-01-15', to: '2026-01-31' }],
  ['2026-03', quarter, { by: 'day', from: '2026-03-01', to: '2026-03-10' }],
  ['2026-03-02', quarter, { by: 'slice', from: '2026-03-02', to: '2026-03-02' }],
  ['2025-12', quarter, { by: 'month', ...quarter }],
  ['2026-03-11', quarter, { by: 'month', ...quarter }],
  ['2026-02-30', quarter, { by: 'month', ...quarter }],
  ['2026-13', quarter, { by: 'month', ...quarter }],
  ['x', quarter, { by: 'month', ...quarter }],
  [
    undefined,
    { from: '2026-03-01', to: '2026-03-10' },
    { by: 'day', from: '2026-03-01', to: '2026-03-10' },
  ],
  [
    '2024-12',
    { from: '2024-12-30', to: '2025-01-02' },
    { by: 'day', from: '2024-12-30', to: '2024-12-31' },
  ],
] as const)('%s of %o is %o', (within, days, level) => {
  expect(levelOf(within, undefined, days)).toEqual(level)
})

test('months and all days are shown by app or network too, and a day by both', () => {
  expect(levelOf('2026-02', 'app_id', quarter)).toEqual({
    by: 'app_id',
    from: '2026-02-01',
    to: '2026-02-28',
  })
  expect(levelOf(undefined, 'network', quarter)).toEqual({ by: 'network', ...quarter })
  expect(levelOf(undefined, 'country', quarter).by).toBe('month')
  expect(levelOf('2026-03-02', 'app_id', quarter).by).toBe('slice')
})
