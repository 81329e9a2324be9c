import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultImportLimits } from '../../sources/import-limits.ts'
import { Refusal } from '../../values/refusal.ts'
import { type BankMapping, bankDateFormats, bankDecimalMarks } from '../bank-mapping.ts'
import { readStatementFile } from './read-statement-file.ts'

const reading = { limits: defaultImportLimits, signal: new AbortController().signal }
const mapping: BankMapping = {
  name: 'Bank',
  columns: { date: 'Date', amount: 'Amount', reference: 'Text' },
  dateFormat: 'DD/MM/YYYY',
  decimal: '.',
  delimiter: 'comma',
  currency: 'USD',
  payers: [{ contains: 'google', network: 'admob' }],
}
const read = (text: string, by?: BankMapping) =>
  readStatementFile({ name: 'a.csv', text, ...(by && { mapping: by }) }, reading)

const header = 'network,period,kind,amount,currency,date,reference'
const row = 'admob,2026-03,earnings,5,USD,2026-04-03,x'

describe('a file', () => {
  test.each([
    ['statements', `${header}\n${row}`],
    ['unity-transactions', 'date,transaction type,amount\n2026-04-03,Earnings,5'],
    ['adsense-payments', ' \n{"payments":[{"name":"accounts/pub-1/payments/unpaid"}]}'],
  ])('is recognised as %s', async (source, text) => {
    expect(await read(text)).toMatchObject({ source })
  })

  test('is refused with its columns when it is something else', async () => {
    await expect(read('Day,Network\n2026-03-01,admob')).rejects.toMatchObject({
      code: 'statement_unrecognised',
      facts: { file: 'a.csv', columns: ['Day', 'Network'], columnCount: 2 },
    })
  })

  test('may have 10,000 lines', async () => {
    const text = `${header}\n${`${row}\n`.repeat(9_999)}\n`
    expect((await read(text)).lines).toHaveLength(9_999)
    await expect(read(`${text}${row}`)).rejects.toMatchObject({
      code: 'statement_refused',
      facts: { file: 'a.csv', line: 10_001, column: 'row', accepts: 'at most 10000 lines' },
    })
  })
})

const tenMegabytes = 10_000_000
const cells = Array(20_001).fill('a').join(',')

test.each<[what: string, text: string, code: string, facts: object]>([
  ['nothing', '', 'file_empty', {}],
  ['blanks', ' \uFEFF\n\n', 'file_empty', {}],
  ['a header only', header, 'no_rows', {}],
  ['a line of 10 MB', 'x'.repeat(tenMegabytes), 'statement_refused', { line: 1, column: 'row' }],
  ['commas of 10 MB', ','.repeat(tenMegabytes), 'statement_refused', { line: 1, column: 'row' }],
  [
    '10 MB of line ends',
    `x${'\n'.repeat(tenMegabytes - 2)}x`,
    'statement_refused',
    { column: 'row' },
  ],
  ['more than 10 MB', 'x'.repeat(tenMegabytes + 1), 'statement_refused', { column: 'file' }],
  ['20,001 columns', `${cells}\n${cells}`, 'limit_exceeded', { line: 1, limit: 'columns' }],
  ['a quote that is never closed', `${header}\n"${`${row}\n`.repeat(9_000)}`, 'csv_malformed', {}],
  ['a quote within a cell', `${header}\nad"mob`, 'csv_malformed', { line: 2 }],
  ['a NUL', `${header}\r\n${row}\r\n\0`, 'text_has_nul', { line: 3 }],
  ['half of a character', `${header}\n${row}\n\ud800`, 'text_not_utf8', { line: 3 }],
  ['the other half', `${header}\n${row}\udc00`, 'text_not_utf8', { line: 2 }],
  ['pipes', `${header}\n${row}`.replaceAll(',', '|'), 'statement_unrecognised', { columnCount: 1 }],
  ['another file', '%PDF-1.7\n1 0 obj', 'statement_unrecognised', { columnCount: 1 }],
])('a file with %s is refused', async (_what, text, code, facts) => {
  await expect(read(text)).rejects.toMatchObject({ code, facts: { file: 'a.csv', ...facts } })
})

describe('any text', () => {
  const statement = `${header},reason,app_id\n${row},,\n,,payment,5.25,EUR,2026-04-21,"a, b",,\n`
  const bank = 'Date,Amount,Text\n21/04/2026,"1,234.57",Google\n22/04/2026,-5,Rent\n'
  const seeds = [
    statement,
    bank,
    'Date,Transaction Type,Amount\n2026-03-31,Earnings,"1,234.57"\n2026-05-30,Payout,-5\n',
    '{"payments":[{"name":"accounts/pub-1/payments/2026-03-21","date":{"year":2026,"month":3,"day":21},"amount":"$1,234.57"}]}',
  ]
  const special = [
    ...',;\t"\n\r\0$€¥-.0{}[]:',
    '\ud800',
    '\uFEFF',
    '\r\n',
    '""',
    '1e9',
    '9'.repeat(40),
  ]
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom(...special, ...'0123456789 abc'),
  )
  const change = fc.tuple(fc.nat(), fc.constantFrom(0, 1, 2, 12), piece)
  const mutated = fc
    .tuple(fc.constantFrom(...seeds), fc.array(change, { maxLength: 3 }))
    .map(([seed, changes]) => ({
      isBank: seed === bank,
      text: changes.reduce((text, [place, removed, added]) => {
        const start = place % (text.length + 1)
        return text.slice(0, start) + added + text.slice(start + removed)
      }, seed),
    }))
  const drawn = fc.record({
    isBank: fc.boolean(),
    text: fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.json()),
  })
  const given = fc.tuple(
    fc.oneof({ weight: 4, arbitrary: mutated }, { weight: 1, arbitrary: drawn }),
    fc.record({
      dateFormat: fc.constantFrom('DD/MM/YYYY' as const, ...bankDateFormats),
      decimal: fc.constantFrom(...bankDecimalMarks),
      payers: fc.constantFrom([], mapping.payers),
    }),
  )

  test('gives lines within their bounds, or one refusal with its file', async () => {
    let read = 0
    await fc.assert(
      fc.asyncProperty(given, async ([{ text, isBank }, by]) => {
        const file = { name: 'a.csv', text, ...(isBank && { mapping: { ...mapping, ...by } }) }
        const found = await readStatementFile(file, reading).catch((error: unknown) => error)
        if (found instanceof Error) {
          expect(found).toBeInstanceOf(Refusal)
          expect((found as Refusal).facts).toMatchObject({ file: 'a.csv' })
          return
        }
        read++
        for (const line of (found as Awaited<ReturnType<typeof readStatementFile>>).lines) {
          const size = line.amountMicros < 0n ? -line.amountMicros : line.amountMicros
          expect(size > 0n && size <= 9_000_000_000_000_000n).toBe(true)
          if (line.kind === 'payment' || line.kind === 'reversal')
            expect(line.amountMicros > 0n).toBe(true)
          else expect(line.network).not.toBeNull()
          expect(line.currency).toMatch(/^[A-Z]{3}$/)
          expect(line.reference.length).toBeLessThanOrEqual(200)
          expect(line.reference.isWellFormed()).toBe(true)
          expect(line.reference).not.toMatch(/\p{Cc}/u)
        }
      }),
      { numRuns: 1_500 },
    )
    // Else the mutations break every file.
    expect(read).toBeGreaterThan(100)
  })
})
