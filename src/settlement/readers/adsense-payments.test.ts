import { describe, expect, test } from 'vitest'
import { defaultImportLimits } from '../../sources/import-limits.ts'
import { parseDay } from '../../values/day.ts'
import { readStatementFile } from './read-statement-file.ts'

const reading = { limits: defaultImportLimits, signal: new AbortController().signal }
const read = (answer: unknown) => {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
  return readStatementFile({ name: 'payments.json', text }, reading)
}

const paid = {
  name: 'accounts/pub-1/payments/2026-03-21',
  date: { year: 2026, month: 3, day: 21 },
  amount: '$1,234.57',
}

describe('an answer of accounts.payments.list', () => {
  test('gives its payments, without balances and payments of YouTube', async () => {
    const file = await read({
      payments: [
        { name: 'accounts/pub-1/payments/unpaid', amount: '$10.00' },
        { name: 'accounts/pub-1/payments/youtube-unpaid', amount: '$5.00' },
        paid,
        { ...paid, name: 'accounts/pub-1/payments/youtube-2026-03-21' },
        { ...paid, name: 'accounts/pub-1/payments/2026-04-21', amount: '¥1,235 JPY' },
      ],
    })
    const line = {
      at: 3,
      network: 'admob',
      month: null,
      appId: null,
      kind: 'payment',
      amountMicros: 1_234_570_000n,
      currency: 'USD',
      day: parseDay('2026-03-21'),
      reference: paid.name,
      reason: null,
    }
    expect(file).toEqual({
      source: 'adsense-payments',
      skipped: 3,
      lines: [
        line,
        {
          ...line,
          at: 5,
          amountMicros: 1_235_000_000n,
          currency: 'JPY',
          reference: 'accounts/pub-1/payments/2026-04-21',
        },
      ],
    })
  })

  test('may have only balances', async () => {
    const unpaid = { name: 'accounts/pub-1/payments/unpaid', amount: '$10.00' }
    expect(await read({ payments: [unpaid] })).toMatchObject({ lines: [], skipped: 1 })
  })

  test.each([['{}'], ['{"payments":[]}']])('is refused without payments: %s', async (text) => {
    await expect(read(text)).rejects.toMatchObject({ code: 'no_rows' })
  })

  test.each<[change: object, column: string, value: string | null, accepts: RegExp]>([
    [{ name: 'payments/1' }, 'name', 'payments/1', /accounts\/pub-1\/payments/],
    [{ name: 'accounts/x y/payments/2026-03-21' }, 'name', expect.any(String), /name of a payment/],
    [{ name: undefined }, 'name', null, /name of a payment/],
    [{ name: 7 }, 'name', '7', /name of a payment/],
    [{ date: undefined }, 'date', null, /YYYY-MM-DD/],
    [{ date: { year: 2026, month: 2, day: 30 } }, 'date', '2026-02-30', /YYYY-MM-DD/],
    [{ date: { year: 2026, month: 2.5, day: 3 } }, 'date', '2026-2.5-03', /YYYY-MM-DD/],
    [{ date: { year: 1999, month: 1, day: 1 } }, 'date', '1999-01-01', /from 2000/],
    [{ amount: undefined }, 'amount', null, /with its currency/],
    [{ amount: '1234.57' }, 'amount', '1234.57', /with its currency/],
    [{ amount: '¥1,235' }, 'amount', '¥1,235', /¥1,235 JPY/],
    [{ amount: '-$5.00' }, 'amount', '-$5.00', /above 0/],
    [{ amount: '$0.00' }, 'amount', '$0.00', /above 0/],
    [{ amount: '$9,000,000,001.00' }, 'amount', '$9,000,000,001.00', /at most 9000000000/],
  ])('is refused with %j', async (change, column, value, accepts) => {
    await expect(read({ payments: [paid, { ...paid, ...change }] })).rejects.toMatchObject({
      code: 'statement_refused',
      facts: {
        file: 'payments.json',
        line: 2,
        column,
        value,
        accepts: expect.stringMatching(accepts),
      },
    })
  })

  test('is refused with more payments than a file may have lines', async () => {
    await expect(read({ payments: Array(10_001).fill(paid) })).rejects.toMatchObject({
      code: 'statement_refused',
      facts: { line: 10_001, column: 'payments', accepts: 'at most 10000 payments' },
    })
  })

  test.each([
    ['{"payments":[', 'json_malformed'],
    ['{"payments":{}}', 'statement_unrecognised'],
    ['{"items":[]}', 'statement_unrecognised'],
    ['[]', 'statement_unrecognised'],
    ['{"payments":[null]}', 'statement_refused'],
    ['{"payments":[[]]}', 'statement_refused'],
    [`${'['.repeat(1_000)}${']'.repeat(1_000)}`, 'limit_exceeded'],
    ['[[[['.repeat(1_000_000), 'limit_exceeded'],
  ])('is refused when it is another document (%#)', async (text, code) => {
    await expect(read(text)).rejects.toMatchObject({ code })
  })
})
