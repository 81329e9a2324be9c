import { describe, expect, test } from 'vitest'
import { Refusal } from '../values/refusal.ts'
import { rateKey, readRates } from './given-rates.ts'

const read = (...lines: string[]) =>
  readRates({ name: 'rates.csv', text: ['day,currency,rate', ...lines].join('\n') })

/** The refusal of a rate file. */
function refusalOf(text: string): Refusal {
  try {
    readRates({ name: 'rates.csv', text })
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('The file was not refused.')
}

describe('a rate file', () => {
  test('gives a rate for each day and currency', () => {
    const rates = read('2026-03-01,EUR,1.0842', '2026-03-02,EUR,1.09', '2026-03-01,JPY,0.006')
    expect(rates.size).toBe(3)
    expect(rates.get(rateKey('2026-03-01', 'EUR'))).toEqual({
      day: '2026-03-01',
      currency: 'EUR',
      rate: '1.0842',
    })
    expect(rates.get(rateKey('2026-03-02', 'JPY'))).toBeUndefined()
  })

  test.each([
    ['a byte order mark', '\uFEFFday,currency,rate\n2026-03-01,EUR,2'],
    ['a header with capitals and blanks', 'Day, Currency , RATE\n2026-03-01,EUR,2'],
    ['blanks around cells', 'day,currency,rate\n 2026-03-01 , EUR,\t2 '],
    ['empty lines', 'day,currency,rate\n\n  \n2026-03-01,EUR,2\n\n'],
    ['line ends of Windows', 'day,currency,rate\r\n2026-03-01,EUR,2\r\n'],
    ['line ends of old Macs', 'day,currency,rate\r2026-03-01,EUR,2'],
  ])('may have %s', (_title, text) => {
    expect([...readRates({ name: 'rates.csv', text }).values()]).toEqual([
      { day: '2026-03-01', currency: 'EUR', rate: '2' },
    ])
  })

  test.each(['1', '0.5', '999999999', '0.000000000000001', '007', '1.10'])(
    'may have the rate %s',
    (rate) => {
      expect(read(`2026-03-01,EUR,${rate}`).size).toBe(1)
    },
  )

  test.each([
    '',
    'currency,day,rate',
    'day,currency',
    'day,currency,rate,more',
    '2026-03-01,EUR,1',
  ])('is refused with the header %j', (header) => {
    expect(refusalOf(`${header}\n2026-03-01,EUR,1`)).toMatchObject({
      code: 'rate_header_refused',
      facts: { file: 'rates.csv' },
    })
  })

  test.each<[line: string, column: string, value: string, accepts: RegExp]>([
    ['2026-02-30,EUR,1', 'day', '2026-02-30', /YYYY-MM-DD/],
    [',EUR,1', 'day', '', /YYYY-MM-DD/],
    ['2026-03-01', 'currency', '', /ISO 4217/],
    ['2026-03-01,eur,1', 'currency', 'eur', /ISO 4217/],
    ['2026-03-01,EURO,1', 'currency', 'EURO', /ISO 4217/],
    ['2026-03-01,AEUR,1', 'currency', 'AEUR', /ISO 4217/],
    ['2026-03-01,E\uFEFFUR,1', 'currency', 'E\uFEFFUR', /ISO 4217/],
    ['2026-03-01,EUR', 'rate', '', /decimal above 0/],
    ['2026-03-01,EUR,0', 'rate', '0', /decimal above 0/],
    ['2026-03-01,EUR,0.00', 'rate', '0.00', /decimal above 0/],
    ['2026-03-01,EUR,-1', 'rate', '-1', /decimal above 0/],
    ['2026-03-01,EUR,1.', 'rate', '1.', /decimal above 0/],
    ['2026-03-01,EUR,.5', 'rate', '.5', /decimal above 0/],
    ['2026-03-01,EUR,1e3', 'rate', '1e3', /decimal above 0/],
    ['2026-03-01,EUR,1234567890', 'rate', '1234567890', /decimal above 0/],
    ['2026-03-01,EUR,0.1234567890123456', 'rate', '0.1234567890123456', /15 places/],
    ['2026-03-01,EUR,1,5', 'row', '2026-03-01,EUR,1,5', /three cells/],
  ])('is refused with the row %j', (line, column, value, accepts) => {
    const text = `day,currency,rate\n\n2026-03-09,EUR,1\n${line}`
    expect(refusalOf(text)).toMatchObject({
      code: 'rate_refused',
      facts: {
        file: 'rates.csv',
        line: 4,
        column,
        value,
        accepts: expect.stringMatching(accepts),
      },
    })
  })

  test('is refused with the beginning of a long value', () => {
    const text = `day,currency,rate\n2026-03-01,EUR,${'9'.repeat(5_000)}`
    expect(refusalOf(text)).toMatchObject({ facts: { value: '9'.repeat(200) } })
  })

  test('is refused with more lines than there are rates', () => {
    const facts = { column: 'row', line: 500_001, accepts: 'at most 500000 lines' }
    expect(refusalOf(`day,currency,rate${'\n'.repeat(600_000)}`)).toMatchObject({ facts })
  })

  test('may repeat a rate, but not give two', () => {
    expect(read('2026-03-01,EUR,0.50', '2026-03-01,EUR,0.5').size).toBe(1)
    const text = 'day,currency,rate\n2026-03-01,EUR,0.5\n2026-03-01,EUR,0.51'
    expect(refusalOf(text)).toMatchObject({
      code: 'rate_refused',
      facts: {
        line: 3,
        column: 'rate',
        value: '0.51',
        accepts: expect.stringMatching(/EUR.* 0\.5$/),
      },
    })
  })
})
