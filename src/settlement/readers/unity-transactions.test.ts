import { describe, expect, test } from 'vitest'
import { defaultImportLimits } from '../../sources/import-limits.ts'
import { parseDay } from '../../values/day.ts'
import { readStatementFile } from './read-statement-file.ts'

const reading = { limits: defaultImportLimits, signal: new AbortController().signal }
const read = (...rows: string[]) => {
  const text = ['Date,Transaction Type,Description,Status,Amount', ...rows].join('\n')
  return readStatementFile({ name: 'unity.csv', text }, reading)
}

describe('transactions of Unity', () => {
  test('become lines by their types; estimates are skipped', async () => {
    const file = await read(
      '2026-03-31,Earnings,March 2026,Done,"1,234.57"',
      '2026-04-05,Adjustments,,Done,-20.5',
      '2026-04-06,Bonus,,Done,$5',
      '2026-05-30,Automated Payout,INV 7,Done,-$1200',
      '2026-05-31,Transfer to advertiser budget,,Done,-19.07',
      '2026-05-31,Estimated Earnings,,Open,99',
    )
    const line = {
      at: 2,
      network: 'unityads',
      month: null,
      appId: null,
      kind: 'earnings',
      amountMicros: 1_234_570_000n,
      currency: 'USD',
      day: parseDay('2026-03-31'),
      reference: 'March 2026',
      reason: null,
    }
    expect(file.source).toBe('unity-transactions')
    expect(file.skipped).toBe(1)
    expect(file.lines[0]).toEqual(line)
    expect(file.lines.map((one) => [one.kind, one.amountMicros, one.reason])).toEqual([
      ['earnings', 1_234_570_000n, null],
      ['adjustment', -20_500_000n, null],
      ['adjustment', 5_000_000n, 'bonus'],
      ['payment', 1_200_000_000n, null],
      ['payment', 19_070_000n, null],
    ])
  })

  test('may have payouts above 0', async () => {
    const file = await read('2026-05-30,Payout,,Done,1200', '2026-06-30,Payout,,Done,5')
    expect(file.lines.map(({ amountMicros }) => amountMicros)).toEqual([1_200_000_000n, 5_000_000n])
  })

  test.each([
    ['2026-05-30,Refund,,Done,5', 'transaction type', 'Refund', /^one of estimated earnings, /],
    ['2026-05-30,,,Done,5', 'transaction type', null, /^one of/],
    ['30/05/2026,Bonus,,Done,5', 'date', '30/05/2026', /YYYY-MM-DD/],
    ['2026-05-30,Bonus,,Done,0', 'amount', '0', /other than 0/],
    ['2026-05-30,Bonus,,Done,"1.234,57"', 'amount', '1.234,57', /US dollars/],
    ['2026-05-30,Bonus,,Done,€5', 'amount', '€5', /US dollars/],
    [`2026-05-30,Bonus,${'x'.repeat(201)},Done,5`, 'description', 'x'.repeat(200), /at most 200/],
    ['2026-05-30,Payout,,Done,5', 'amount', '5', /sign of the payouts before it/],
  ])('are refused with %s', async (row, column, value, accepts) => {
    await expect(read('2026-05-01,Payout,,Done,-7', row)).rejects.toMatchObject({
      code: 'statement_refused',
      facts: {
        file: 'unity.csv',
        line: 3,
        column,
        value,
        accepts: expect.stringMatching(accepts),
      },
    })
  })
})
