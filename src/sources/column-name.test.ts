import { expect, test } from 'vitest'
import { sources } from './all-sources.ts'
import { columnName } from './column-name.ts'

const patterns = [...sources.values()]
  .flatMap(({ reports }) => reports.flatMap(({ columns }) => columns))
  .filter((column) => column instanceof RegExp)

test('every pattern of a column gives a name that it accepts', () => {
  expect(patterns.length).toBeGreaterThan(2)
  for (const pattern of patterns) expect(columnName(pattern)).toMatch(pattern)
})

test.each([
  ['views', 'views'],
  [/^platform$/i, 'platform'],
  [/^(Impressions|曝光)$/, 'Impressions'],
  [/^(estimated_)?revenue$/, 'revenue'],
  [/^(?:Est\. earnings|預估收益) \(([A-Z]{3})\)$/, 'Est. earnings (USD)'],
])('%s is called %s', (column, name) => {
  expect(columnName(column)).toBe(name)
})
