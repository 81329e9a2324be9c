import { describe, expect, test } from 'vitest'
import { placesOf, refusedUnchanged, shareSite } from './import-site.ts'
import { type PangleRow, pangleAnswer } from './network-reports.ts'

const shared = shareSite()

const rateText = (text: string) => ({ rates: { name: 'rates.csv', text } })
const rateLines = (...lines: string[]) => rateText(['day,currency,rate', ...lines, ''].join('\n'))

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

  test('without some of the rates, naming only those', async () => {
    const rows = ['2026-03-01', '2026-03-02'].map((day) => ({ day, currency: 'EUR' }))
    const { message } = await refuse(rows, rateLines('2026-03-01,EUR,1.1', '2026-03-02,GBP,1.2'))
    expect(message).toContain('no rate to USD for 2026-03-02 EUR.')
  })

  test('naming the first twenty days and counting the rest', async () => {
    const rows = Array.from({ length: 23 }, (_, index) => ({
      day: `2026-03-${String(index + 1).padStart(2, '0')}`,
      currency: 'EUR',
    }))
    const { message } = await refuse(rows)
    expect(message).toContain('2026-03-20 EUR and 3 more.')
    expect(message).not.toContain('2026-03-21')
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

describe('a rate file is refused', () => {
  const good = '2026-03-01,EUR,1.1'

  test.each([
    ['', 'rates.csv:1: The first line must be the header day,currency,rate'],
    [`${good}\n`, 'rates.csv:1: The first line must be the header day,currency,rate'],
    ['currency,day,rate\n', 'rates.csv:1: The first line must be the header day,currency,rate'],
    ['day;currency;rate\n', 'rates.csv:1: The first line must be the header day,currency,rate'],
  ])('because of its header: %j', async (text, start) => {
    expect((await refuse([{}], rateText(text))).message).toBe(start)
  })

  test.each([
    ['2026-02-30,EUR,1.1', 'day: "2026-02-30"'],
    ['01.03.2026,EUR,1.1', 'day: "01.03.2026"'],
    [',EUR,1.1', 'day: ""'],
    ['2026-03-01,eur,1.1', 'currency: "eur"'],
    ['2026-03-01,EURO,1.1', 'currency: "EURO"'],
    ['2026-03-01,,1.1', 'currency: ""'],
    ['2026-03-01,GBP,0', 'rate: "0"'],
    ['2026-03-01,GBP,0.000', 'rate: "0.000"'],
    ['2026-03-01,GBP,-1.1', 'rate: "-1.1"'],
    ['2026-03-01,GBP,parity', 'rate: "parity"'],
    ['2026-03-01,GBP,1e3', 'rate: "1e3"'],
    ['2026-03-01,GBP,.5', 'rate: ".5"'],
    ['2026-03-01,GBP,1.', 'rate: "1."'],
    ['2026-03-01,GBP,1.0000000000000001', 'rate: "1.0000000000000001"'],
    ['2026-03-01,GBP', 'rate: ""'],
    ['2026-03-01,GBP,1,2', 'row: "2026-03-01,GBP,1,2"'],
    ['2026-03-01,EUR,1.2', 'rate: "1.2"'],
  ])('because of its line: %s', async (line, place) => {
    // An empty line is skipped but counts as a line.
    const { message } = await refuse([{}], rateLines(good, '', line, 'nonsense'))
    expect(message).toMatch(/; expected .+/)
    expect(message.replace(/ is not accepted; expected .*$/s, '')).toBe(`rates.csv:4: ${place}`)
  })

  test('but not because of a byte order mark, capitals, spaces, CRLF or a repeated rate', async () => {
    const text = ['\uFEFFDay, Currency, Rate', ' 2026-03-01 , EUR , 1.1 ', good, ''].join('\r\n')
    const file = await shared().file('pangle.json', pangleAnswer([{}]))
    const summary = await shared().importStats([file], rateText(text))
    expect(summary).toMatchObject({ revenue: { USD: '1' }, converted: {} })
  })
})
