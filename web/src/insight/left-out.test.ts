import { expect, test } from 'vitest'
import { leftOutDays } from './left-out.ts'

const span = (from: number, to: number, reason: 'unreported' | 'not_reported' | 'not_over') => ({
  start_date: `2026-03-0${from}`,
  end_date: `2026-03-0${to}`,
  reason,
})

test('days are named once, those of all networks first', () => {
  const found = leftOutDays({
    compared_days: 3,
    left_out_days: 3,
    left_out: [span(2, 3, 'not_reported'), span(6, 6, 'not_over')],
    networks: [
      { network: 'admob', left_out: [span(2, 2, 'unreported')] },
      { network: 'unityads', left_out: [span(3, 4, 'unreported'), span(6, 6, 'not_over')] },
    ],
  })
  expect(found.map(({ network, start_date: from, end_date: to }) => [network, from, to])).toEqual([
    ...[[null, '2026-03-02', '2026-03-03'] as const, [null, '2026-03-06', '2026-03-06'] as const],
    ['unityads', '2026-03-03', '2026-03-04'],
  ])
})
