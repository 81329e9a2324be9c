import { describe, expect, test } from 'vitest'
import { assignReports } from './secondary-reports.ts'

const stored = [
  { reportId: 2_000_000_000, accountId: 1, name: 'max' },
  { reportId: 2_000_000_001, accountId: 1, name: 'levelplay' },
  { reportId: 2_000_000_002, accountId: 2, name: 'max' },
]

describe('assignReports', () => {
  test('gives counted figures no report', () => {
    expect(assignReports(stored, null, [1, 2])).toEqual({ ids: new Map(), added: [] })
  })

  test('finds the report of each account by its name', () => {
    const { ids, added } = assignReports(stored, 'max', [2, 1])
    expect(ids).toEqual(
      new Map([
        [2, 2_000_000_002],
        [1, 2_000_000_000],
      ]),
    )
    expect(added).toEqual([])
  })

  test('adds the reports that are missing, with the next ids', () => {
    const { ids, added } = assignReports(stored, 'levelplay', [3, 1, 2])
    expect(ids).toEqual(
      new Map([
        [3, 2_000_000_003],
        [1, 2_000_000_001],
        [2, 2_000_000_004],
      ]),
    )
    expect(added).toEqual([
      { reportId: 2_000_000_003, accountId: 3, name: 'levelplay' },
      { reportId: 2_000_000_004, accountId: 2, name: 'levelplay' },
    ])
  })

  test('starts at two thousand million, and adds one report for an account of many apps', () => {
    const { ids, added } = assignReports([], 'max', [5, 5, 5])
    expect(ids).toEqual(new Map([[5, 2_000_000_000]]))
    expect(added).toEqual([{ reportId: 2_000_000_000, accountId: 5, name: 'max' }])
  })
})
