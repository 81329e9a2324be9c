import { describe, expect, test } from 'vitest'
import { placesOf, refusedUnchanged, shareSite } from './import-site.ts'
import { type PangleRow, pangleAnswer } from './network-reports.ts'

const shared = shareSite()

const rateLines = (...lines: string[]) => ({
  rates: { name: 'rates.csv', text: ['day,currency,rate', ...lines, ''].join('\n') },
})

const refuse = async (rows: readonly Partial<PangleRow>[], request = {}) => {
  const file = await shared().file('pangle.json', pangleAnswer(rows))
  return refusedUnchanged(shared(), () => shared().importStats([file], request))
}

describe('money in another currency is refused', () => {
  test('without rates, naming its days and currencies', async () => {
    const { message } = await refuse([
      { day: '2026-03-02', currency: 'EUR' },
      { day: '2026-03-01', currency: 'JPY' },
      { day: '2026-03-01', currency: 'EUR' },
      { day: '2026-03-03', currency: 'USD' },
    ])
    expect(message).toContain(
      'Nothing was imported. There is no rate to USD for 2026-03-01 EUR, 2026-03-01 JPY and 2026-03-02 EUR.',
    )
    expect(message).toContain('--rates FILE')
    expect(message).not.toContain('2026-03-03')
  })

  test('when accounts of two currencies would need two files', async () => {
    const rates = rateLines('2026-03-01,GBP,1.1', '2026-03-01,JPY,1.1')
    const { message } = await refuse(
      [{ currency: 'GBP' }, { currency: 'JPY', package: 'com.example.euro' }],
      rates,
    )
    expect(message).toMatch(/rates to (USD and EUR|EUR and USD), but a rate file is for one/)
  })

  test('as a bad cell when it is not a currency', async () => {
    const refusal = await refuse([{}, { currency: 'euros' }], rateLines('2026-03-01,EUR,1'))
    expect(placesOf(refusal)).toEqual(['pangle.json:2: currency: "EUROS"'])
  })

  test("as a bad cell of Adtally's own format without rates", async () => {
    const columns = 'date,app_id,network,format,country,impressions,revenue,currency'
    const lines = ['USD', 'EUR'].map(
      (currency, index) => `2026-03-0${index + 1},zap-ios,ownnet,banner,US,1,10,${currency}`,
    )
    const refusal = await refusedUnchanged(shared(), () => shared().importLines(lines, { columns }))
    expect(placesOf(refusal)).toEqual(['figures.csv:3: currency: "EUR"'])
  })
})

test.each([
  ['day;currency;rate\n', 'rates.csv:1: The first line must be the header day,currency,rate'],
  [
    // An empty line is skipped but counts as a line.
    'day,currency,rate\n2026-03-01,EUR,1.1\n\n2026-03-01,GBP,0\nnonsense\n',
    'rates.csv:4: rate: "0" is not accepted; expected a decimal above 0',
  ],
])('a rate file is refused because of its first bad line: %j', async (text, start) => {
  const { message } = await refuse([{}], { rates: { name: 'rates.csv', text } })
  expect(message).toContain(start)
})
