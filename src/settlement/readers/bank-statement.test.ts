import { describe, expect, test } from 'vitest'
import { defaultImportLimits } from '../../sources/import-limits.ts'
import { parseDay } from '../../values/day.ts'
import type { BankMapping } from '../bank-mapping.ts'
import { readStatementFile } from './read-statement-file.ts'

const reading = { limits: defaultImportLimits, signal: new AbortController().signal }

const mapping: BankMapping = {
  name: 'House bank',
  columns: { date: 'Buchung', amount: 'Betrag', reference: 'Text', payer: 'Name' },
  dateFormat: 'DD.MM.YYYY',
  decimal: ',',
  delimiter: 'semicolon',
  currency: 'EUR',
  payers: [],
}
const plain: BankMapping = {
  name: 'Plain',
  columns: { date: 'Date', amount: 'Amount' },
  dateFormat: 'YYYY-MM-DD',
  decimal: '.',
  delimiter: 'comma',
  currency: 'USD',
  payers: [],
}
const read = (text: string, by: BankMapping = mapping) =>
  readStatementFile({ name: 'bank.csv', text, mapping: by }, reading)

const header = 'Buchung;Name;Text;IBAN;Betrag'

describe('the file of a bank', () => {
  test('gives incoming payments, with nothing of the columns that are not mapped', async () => {
    const file = await read(
      [
        '\uFEFF"Konto";"DE02 1203"',
        '',
        header,
        '21.04.2026;Google Ireland;"AdMob; 4711";DE02 1203;1.234,57',
        '22.04.2026;Landlord;Rent;DE99;-800,00',
        '23.04.2026;Bank;Interest;DE99;0,00',
      ].join('\r\n'),
    )
    expect(file).toEqual({
      source: 'House bank',
      skipped: 2,
      lines: [
        {
          at: 4,
          network: null,
          month: null,
          appId: null,
          kind: 'payment',
          amountMicros: 1_234_570_000n,
          currency: 'EUR',
          day: parseDay('2026-04-21'),
          reference: 'AdMob; 4711',
          reason: null,
        },
      ],
    })
  })

  test('gives the payments of the payers that the mapping names', async () => {
    const payers = [
      { contains: 'google', network: 'admob' },
      { contains: 'Unity', network: 'unityads' },
      { contains: 'UNITY TECHNOLOGIES', network: 'unityads' },
    ]
    const rows = [
      '21.04.2026;GOOGLE IRELAND;x;;1,00',
      '21.04.2026;Wire;from Unity Technologies;;2,00',
      '21.04.2026;Google;for Unity;;3,00',
      // Lines of others are not looked at.
      'yesterday;Employer;salary;;many',
    ]
    const file = await read([header, ...rows].join('\n'), { ...mapping, payers })
    expect(file.lines.map(({ network, amountMicros }) => [network, amountMicros])).toEqual([
      ['admob', 1_000_000n],
      ['unityads', 2_000_000n],
      [null, 3_000_000n],
    ])
    expect(file.skipped).toBe(1)
  })

  test.each([
    ['YYYY-MM-DD', '2026-04-21'],
    ['DD.MM.YYYY', '21.04.2026'],
    ['DD/MM/YYYY', '21/04/2026'],
    ['MM/DD/YYYY', '04/21/2026'],
  ] as const)('may have days as %s', async (dateFormat, date) => {
    const by = { ...plain, dateFormat }
    expect(await read(`Date,Amount\n${date},5`, by)).toMatchObject({
      lines: [{ day: parseDay('2026-04-21') }],
    })
    for (const other of ['2026-4-21', '21-04-2026', '31.04.2026', '13/13/2026', '99/99/9999']) {
      await expect(read(`Date,Amount\n${other},5`, by)).rejects.toMatchObject({
        code: 'statement_refused',
        facts: { column: 'Date', value: other, accepts: expect.stringContaining(dateFormat) },
      })
    }
  })

  test('may state the currency of a line', async () => {
    const by = { ...plain, columns: { ...plain.columns, currency: 'Currency' } }
    const text = 'Date,Amount,Currency\n2026-04-21,5,GBP\n2026-04-21,6,\n'
    const { lines } = await read(text, by)
    expect(lines.map(({ currency }) => currency)).toEqual(['GBP', 'USD'])
    await expect(read('Date,Amount,Currency\n2026-04-21,5,Pound', by)).rejects.toMatchObject({
      code: 'statement_refused',
      facts: { line: 2, column: 'Currency', value: 'Pound' },
    })
  })

  test('has references on one line, with no more than their beginnings', async () => {
    const by = { ...plain, columns: { ...plain.columns, reference: 'Text' } }
    const text = `${'x'.repeat(199)}😀`
    const file = await read(`Date,Amount,Text\n2026-04-21,5,"a\nb"\n2026-04-21,5,${text}`, by)
    expect(file.lines.map(({ reference }) => reference)).toEqual(['a b', 'x'.repeat(199)])
  })

  test.each([
    ['1,234.57', mapping, 'Betrag', /1\.234,57/],
    ['5 EUR', mapping, 'Betrag', /1\.234,57/],
    ['', mapping, 'Betrag', /1\.234,57/],
    ['5,1234567', mapping, 'Betrag', /at most 6 places/],
    ['9.000.000.001', mapping, 'Betrag', /at most 9000000000/],
  ])('is refused with the amount %j', async (amount, by, column, accepts) => {
    await expect(read(`${header}\n21.04.2026;a;b;c;${amount}`, by)).rejects.toMatchObject({
      code: 'statement_refused',
      facts: { file: 'bank.csv', line: 2, column, accepts: expect.stringMatching(accepts) },
    })
  })

  test('is refused with rows of other cells, but may end rows with a delimiter', async () => {
    expect(await read(`${header}\n21.04.2026;a;b;c;5;`)).toMatchObject({ lines: [{ at: 2 }] })
    for (const row of ['21.04.2026;a;b;5', '21.04.2026;a;b;c;5;6']) {
      await expect(read(`${header}\n${row}`)).rejects.toMatchObject({
        code: 'statement_refused',
        facts: { line: 2, column: 'row', accepts: '5 cells, as the header has' },
      })
    }
  })

  test('is refused without any row', async () => {
    await expect(read(header)).rejects.toMatchObject({ code: 'no_rows' })
  })
})

describe('a mapping', () => {
  test('is refused when two roles name the same column', async () => {
    const columns = { ...mapping.columns, payer: 'Text ' }
    await expect(read(`${header}\nx`, { ...mapping, columns })).rejects.toMatchObject({
      code: 'mapping_column_reused',
      facts: { mapping: 'House bank', column: 'Text', roles: ['reference', 'payer'] },
    })
  })

  test('is refused when it fits two columns of the file', async () => {
    await expect(read(`Konto;1\n${header}; Betrag \nx`)).rejects.toMatchObject({
      code: 'mapping_column_repeated',
      facts: { mapping: 'House bank', column: 'Betrag', file: 'bank.csv', line: 2 },
    })
    // Columns that are not mapped may have the same name.
    const row = '21.04.2026;a;b;c;5;d'
    expect(await read(`${header};IBAN\n${row}`)).toMatchObject({ lines: [{ at: 2 }] })
  })

  test('is refused when the file has other columns', async () => {
    await expect(read('a;b\nBuchung;Name;Text;Amount\nx')).rejects.toMatchObject({
      code: 'mapping_columns_missing',
      facts: { mapping: 'House bank', file: 'bank.csv', missing: ['Betrag'], lines: 3 },
    })
  })

  test('finds its header in the first 20 rows', async () => {
    const above = (rows: number) => `${'Konto;1\n'.repeat(rows)}${header}\n21.04.2026;a;b;c;5`
    expect(await read(above(19))).toMatchObject({ lines: [{ at: 21 }] })
    await expect(read(above(20))).rejects.toMatchObject({ code: 'mapping_columns_missing' })
  })
})
