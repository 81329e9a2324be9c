import { afterEach, expect, test, vi } from 'vitest'
import type { Shell } from './shell.ts'
import { showProgress } from './show-progress.ts'

afterEach(() => vi.useRealTimers())

test('without a terminal, progress is a line every two seconds after the first ten', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const lines: string[] = []
  const stderr = { write: (text: string) => lines.push(text) }
  const { update, stop } = showProgress({ stderr } as unknown as Shell)
  for (let second = 0; second <= 13; second++) {
    update({ phase: 'reading', rows: second * 1_000 })
    vi.advanceTimersByTime(1_000)
  }
  stop()
  expect(lines).toEqual([
    'reading: 10,000 rows, 1,000 rows/s\n',
    'reading: 12,000 rows, 1,000 rows/s\n',
  ])
})
