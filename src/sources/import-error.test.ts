import { describe, expect, test } from 'vitest'
import { describeBadCell, refuseBadCells } from './import-error.ts'

const cell = { file: 'a.csv', line: 3, column: 'clicks', value: 'x', accepts: 'a whole number' }

describe('a bad cell is described', () => {
  test('by its place, its value and what is accepted, on one line', () => {
    expect(describeBadCell(cell)).toBe(
      'a.csv:3: clicks: "x" is not accepted; expected a whole number',
    )
  })

  test('as missing when it has no value', () => {
    expect(describeBadCell({ ...cell, value: null })).toBe(
      'a.csv:3: clicks: is missing; expected a whole number',
    )
  })

  test('on one line even when its value has several', () => {
    expect(describeBadCell({ ...cell, value: 'x\r\ny' })).toContain('"x\\r\\ny"')
  })

  test('with no more than the beginning of a long value', () => {
    expect(describeBadCell({ ...cell, value: 'x'.repeat(10_000) }).length).toBeLessThan(300)
  })
})

describe('a refusal', () => {
  test('counts one cell as one', () => {
    expect(refuseBadCells([cell], 1).message).toBe('nothing was imported: 1 cell is not accepted')
  })

  test('says that it lists the first ones only when there are more', () => {
    expect(refuseBadCells([cell, cell], 2).message).not.toContain('listed')
    expect(refuseBadCells([cell, cell], 3).message).toContain('the first 2 are listed')
  })
})
