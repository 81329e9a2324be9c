import { expect, test } from 'vitest'
import { tidyHistory } from './tidy-history.ts'

test('a store that keeps its history says so once, and is never asked to drop any', async () => {
  const warnings: string[] = []
  const call = () => Promise.reject(new Error('asked'))
  const kept = { keptDays: 400, isDroppable: false }
  await tidyHistory(call, kept, (message) => warnings.push(message)).end()
  expect(warnings).toEqual([
    'ADTALLY_HISTORY_DAYS has no effect: in ClickHouse, history is kept for ever.',
  ])
})
