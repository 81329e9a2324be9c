import { describe, expect, test } from 'vitest'
import { defaultImportLimits } from '../../sources/import-limits.ts'
import { parseDay } from '../../values/day.ts'
import { readStatementFile } from './read-statement-file.ts'

const reading = { limits: defaultImportLimits, signal: new AbortController().signal }
const read = (text: string) => readStatementFile({ name: 'march.csv', text }, reading)

const header = 'network,period,kind,amount,currency,date,reference'
const full = `${header},reason,app_id`
const line = {
  at: 2,
  network: 'admob',
  month: parseDay('2026-03-01'),
  appId: null,
  kind: 'earnings',
  amountMicros: 1_234_570_000n,
  currency: 'USD',
  day: parseDay('2026-04-03'),
  reference: 'INV 7',
  reason: null,
}

describe("a statement in Adtally's own format", () => {
  test('gives its lines, in any order of columns', async () => {
    const file = await read(
      [
        full,
        'admob,2026-03,earnings,1234.57,USD,2026-04-03,INV 7,,',
        'admob,2026-03,adjustment,-20.000001,USD,2026-04-15,,invalid traffic,hop',
        ',,payment,1214.57,EUR,2026-04-21,"wire, 21",,',
      ].join('\n'),
    )
    expect(file).toEqual({
      source: 'statements',
      skipped: 0,
      lines: [
        line,
        {
          ...line,
          at: 3,
          kind: 'adjustment',
          amountMicros: -20_000_001n,
          day: parseDay('2026-04-15'),
          reference: '',
          reason: 'invalid traffic',
          appId: 'hop',
        },
        {
          ...line,
          at: 4,
          network: null,
          month: null,
          kind: 'payment',
          amountMicros: 1_214_570_000n,
          currency: 'EUR',
          day: parseDay('2026-04-21'),
          reference: 'wire, 21',
        },
      ],
    })
    const turned = 'reference,date,currency,amount,kind,period,network'
    const row = 'INV 7,2026-04-03,USD,1234.57,earnings,2026-03,admob'
    expect(await read(`${turned}\n${row}`)).toMatchObject({ lines: [line] })
  })

  test.each([
    ['a byte order mark', `\uFEFF${header}`, ','],
    ['capitals and blanks in the header', header.toUpperCase().replaceAll(',', ' , '), ','],
    ['semicolons', header.replaceAll(',', ';'), ';'],
    ['tabs', header.replaceAll(',', '\t'), '\t'],
    ['quotes', header.replaceAll(/\w+/g, '"$&"'), ','],
  ])('may have %s', async (_what, written, delimiter) => {
    const cells = [' AdMob ', '2026-03', 'Earnings', '1234.570', 'USD', '2026-04-03', ' INV 7 ']
    const text = `${written}\r\n${cells.join(delimiter)}\r\n\r\n`
    expect(await read(text)).toMatchObject({ lines: [line] })
  })

  test.each([
    ['1', 1_000_000n],
    ['0.000001', 1n],
    ['-9000000000', -9_000_000_000_000_000n],
    ['9000000000.000000', 9_000_000_000_000_000n],
  ])('may have the amount %s', async (amount, amountMicros) => {
    const text = `${header}\nadmob,2026-03,fee,${amount},USD,2026-04-03,`
    expect(await read(text)).toMatchObject({ lines: [{ amountMicros }] })
  })

  test.each([
    ['unknown', `${header},note`, { unknown: ['note'], repeated: [], missing: [] }],
    ['missing', header.replace(',date', ''), { unknown: [], repeated: [], missing: ['date'] }],
    ['repeated', `${header},date`, { unknown: [], repeated: ['date'], missing: [] }],
  ])('is refused with %s columns, by their names', async (_what, written, facts) => {
    await expect(read(`${written}\nx`)).rejects.toMatchObject({
      code: 'columns_refused',
      facts: { file: 'march.csv', ...facts },
    })
  })

  const good = {
    network: 'admob',
    period: '2026-03',
    kind: 'earnings',
    amount: '5',
    currency: 'USD',
    date: '2026-04-03',
    reference: '',
    reason: '',
    app_id: '',
  }

  test.each<[cells: Partial<typeof good>, column: keyof typeof good, accepts: RegExp]>([
    [{ network: '' }, 'network', /lower-case letters/],
    [{ network: 'Unity Ads' }, 'network', /lower-case letters/],
    [{ network: 'x'.repeat(65) }, 'network', /at most 64/],
    [{ network: '', kind: 'fee' }, 'network', /lower-case letters/],
    [{ period: '2026-13' }, 'period', /YYYY-MM, of a year from 2000 to 2149, or nothing/],
    [{ period: '2026-03-01' }, 'period', /YYYY-MM/],
    [{ period: 'March 2026' }, 'period', /YYYY-MM/],
    [{ period: '1999-12' }, 'period', /2000/],
    [{ kind: 'refund' }, 'kind', /^one of opening, earnings, .*reversal$/],
    [{ kind: '' }, 'kind', /^one of/],
    [{ amount: '' }, 'amount', /plain decimal/],
    [{ amount: '0' }, 'amount', /other than 0/],
    [{ amount: '-0.00' }, 'amount', /other than 0/],
    [{ amount: '1.234,57' }, 'amount', /plain decimal such as -1234.57/],
    [{ amount: '1,234.57' }, 'amount', /plain decimal/],
    [{ amount: '$5' }, 'amount', /plain decimal/],
    [{ amount: '5 USD' }, 'amount', /plain decimal/],
    [{ amount: '+5' }, 'amount', /plain decimal/],
    [{ amount: '1e3' }, 'amount', /plain decimal/],
    [{ amount: '0.0000001' }, 'amount', /at most 6 places/],
    [{ amount: '9000000000.000001' }, 'amount', /at most 9000000000/],
    [{ amount: '-9000000001' }, 'amount', /at most 9000000000/],
    [{ amount: '9'.repeat(60_000) }, 'amount', /at most 9000000000/],
    [{ kind: 'payment', amount: '-5' }, 'amount', /above 0 for a payment/],
    [{ kind: 'reversal', amount: '-5' }, 'amount', /above 0 for a reversal/],
    [{ currency: 'usd' }, 'currency', /ISO 4217/],
    [{ currency: 'ABC' }, 'currency', /ISO 4217/],
    [{ currency: '' }, 'currency', /ISO 4217/],
    [{ date: '2026-02-30' }, 'date', /YYYY-MM-DD/],
    [{ date: '03.04.2026' }, 'date', /YYYY-MM-DD/],
    [{ date: '1999-12-31' }, 'date', /from 2000 to 2149/],
    [{ date: '2150-01-01' }, 'date', /from 2000 to 2149/],
    [{ date: '' }, 'date', /YYYY-MM-DD/],
    [{ reason: 'late' }, 'reason', /nothing for a line of the kind earnings/],
    [{ kind: 'payment', reason: 'late' }, 'reason', /nothing for a line of the kind payment/],
    [{ kind: 'adjustment', reason: 'x'.repeat(201) }, 'reason', /at most 200/],
    [{ reference: 'x'.repeat(201) }, 'reference', /at most 200 characters/],
    [{ reference: 'a\u001b[2J' }, 'reference', /control a terminal/],
    [{ reference: 'a\u202eb' }, 'reference', /direction of text/],
    [{ reference: 'a\nb' }, 'reference', /control a terminal/],
    [{ app_id: 'x'.repeat(129) }, 'app_id', /at most 128/],
  ])('is refused with %j', async (cells, column, accepts) => {
    const row = Object.values({ ...good, ...cells }).map((cell) => `"${cell}"`)
    const text = `${full}\n${Object.values(good).join(',')}\n\n${row.join(',')}\n`
    await expect(read(text)).rejects.toMatchObject({
      code: 'statement_refused',
      facts: {
        file: 'march.csv',
        line: 4,
        column,
        value: cells[column]?.slice(0, 200) || null,
        accepts: expect.stringMatching(accepts),
      },
    })
  })

  test.each(['admob,2026-03', `${Object.values(good).join(',')},more`])(
    'is refused with the row %j, which has other cells than the header',
    async (row) => {
      await expect(read(`${full}\n${row}`)).rejects.toMatchObject({
        code: 'statement_refused',
        facts: { line: 2, column: 'row', accepts: '9 cells, as the header has' },
      })
    },
  )
})
