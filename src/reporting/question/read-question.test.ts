import { expect, test, vi } from 'vitest'
import { parseDay } from '../../values/day.ts'
import { readQuestion } from './read-question.ts'

const day = parseDay('2026-03-10')!

test('unknown names are compared with the known ones only as long as a refusal names them', () => {
  const comparisons = (count: number): number => {
    const names = Array.from({ length: count }, (_, index) => [`start_datx_end_datx_${index}`, 1])
    const counted = vi.spyOn(Math, 'min')
    const values = Object.fromEntries(names)
    expect(() => readQuestion({ notation: 'json', values }, 100, () => day)).toThrow(
      'start_datx_end_datx_29',
    )
    const { length } = counted.mock.calls
    counted.mockRestore()
    return length
  }
  expect(comparisons(30)).toBeGreaterThan(0)
  expect(comparisons(300)).toBe(comparisons(30))
})
