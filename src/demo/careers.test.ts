import { expect, test } from 'vitest'
import { addDays, parseDay } from '../values/day.ts'
import { audienceOn } from './careers.ts'
import { mix } from './noise.ts'

test('in any 400 days, one of twelve apps starts after weeks without rows', () => {
  for (const lastDay of ['2026-01-31', '2026-08-31', '2027-05-31', '2028-12-31', '2029-10-31']) {
    const firstDay = addDays(parseDay(lastDay)!, -399)
    const launches = Array.from({ length: 12 }, (_, index) => {
      const audience = (age: number) => audienceOn(index, mix(1, index), addDays(firstDay, age))
      return Array.from({ length: 399 }, (_, age) => audience(age) === 0 && audience(age + 1) > 0)
    })
    expect(launches.flat().filter(Boolean).length).toBeGreaterThanOrEqual(1)
  }
})
