import { expect, test } from 'vitest'
import { journalCsv } from './journal-csv.ts'

test('text that a spreadsheet would run is guarded, and amounts are not', () => {
  const line = { date: '2026-02-28', debit: '0', credit: '1.5', currency: 'USD' }
  const lines = [
    { ...line, account: 'bank:admob', reference: '=1+1' },
    { ...line, account: '@x', reference: 'a "b", c', debit: '-2' },
  ]
  expect(journalCsv(lines)).toEqual([
    'date,account,debit,credit,currency,reference',
    "2026-02-28,bank:admob,0,1.5,USD,'=1+1",
    '2026-02-28,\'@x,-2,1.5,USD,"a ""b"", c"',
  ])
})
