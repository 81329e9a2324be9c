import { DuckDBInstance } from '@duckdb/node-api'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ClickhouseConnection } from '../../src/storage/clickhouse/connection.ts'
import type { FiguresRequest } from '../../src/use-cases/import-figures.ts'
import { renewSite } from '../fixtures/share-site.ts'
import { openSite, refusedUnchanged } from './import-site.ts'
import { type PangleRow, pangleAnswer } from './network-reports.ts'

const site = renewSite(openSite)

const rateFile = (...lines: string[]) => ({
  rates: { name: 'rates.csv', text: ['day,currency,rate', ...lines, ''].join('\n') },
})

async function importPangle(rows: readonly Partial<PangleRow>[], request: FiguresRequest = {}) {
  return site.importStats([await site.file('pangle.json', pangleAnswer(rows))], request)
}

const figure = (micros: string | number, rows = 1) =>
  `2026-03-01 zap-ios pangle banner US ${10 * rows} ${rows} 0 ${micros}`

/** The stored originals of converted figures. The site is closed for this. */
async function originals(): Promise<string[]> {
  const { clickhouse } = site.servers
  if (clickhouse) {
    const connection = new ClickhouseConnection(clickhouse)
    onTestFinished(() => connection.close())
    const rows = await connection.rows(
      `SELECT day, import_id, currency, rate, toDecimalString(amount, 18) FROM originals ORDER BY ALL`,
    )
    return rows.map((row) => row.join(' '))
  }
  await site.close()
  const instance = await DuckDBInstance.create(site.directory.figures)
  const connection = await instance.connect()
  const reader = await connection.runAndReadAll(
    `SELECT day, import_id, currency, rate, amount FROM originals ORDER BY ALL`,
  )
  const lines = reader.getRows().map((row) => row.map(String).join(' '))
  connection.closeSync()
  instance.closeSync()
  await site.open()
  return lines
}

describe('money in another currency', () => {
  test.each([
    // 1.234567891 × 1.123456789 = 1.386983678625361999
    ['1.234567891', '1.123456789', '1386984'],
    // 0.12345678 × 987.6543210123 = 121.932622225264898394
    ['0.12345678', '987.6543210123', '121932622'],
    ['-2', '0.00000025', '-1'],
    ['2', '0.00000025', '1'],
    ['2', '0.000000249999999', '0'],
    ['-1.5', '1.1', '-1650000'],
    ['9007199254.740993', '1', '9007199254740993'],
    ['0', '1.1', '0'],
  ])('is converted exactly: %s at %s is %s micros', async (revenue, rate, micros) => {
    const rates = rateFile(`2026-03-01,EUR,${rate}`)
    const { revenue: brought } = await importPangle([{ revenue, currency: 'eur' }], rates)
    expect(await site.figures()).toEqual([figure(micros)])
    expect(Object.keys(brought)).toEqual(['USD'])
  })

  test('is added up before it is rounded', async () => {
    const row = { revenue: '0.0000004', currency: 'EUR' }
    // Three times 0.4 micros at 1.2 are 1.44.
    await importPangle([row, row, row], rateFile('2026-03-01,EUR,1.2'))
    expect(await site.figures()).toEqual([figure(1, 3)])
  })

  test('of several currencies in one key is added up, then rounded once', async () => {
    const { revenue, converted } = await importPangle(
      [
        { revenue: '0.0000004', currency: 'USD' },
        { revenue: '0.0000004', currency: 'EUR' },
        { revenue: '0.00006', currency: 'JPY' },
        { revenue: '-0.00001', currency: 'JPY' },
      ],
      rateFile('2026-03-01,EUR,1.25', '2026-03-01,JPY,0.0121'),
    )
    // 0.4 + 0.4 × 1.25 + 50 × 0.0121 = 0.4 + 0.5 + 0.605 = 1.505 micros.
    expect(await site.figures()).toEqual([figure(2, 4)])
    expect(revenue).toEqual({ USD: '0.000002' })
    expect(converted).toEqual({ EUR: '0.0000004', JPY: '0.00005' })
  })

  test('is converted by the rate of its own day', async () => {
    const day = (date: string) => ({ day: date, revenue: '10', currency: 'EUR' })
    const rates = rateFile('2026-03-02,EUR,2', '2026-03-01,EUR,1.5', '2026-03-01,GBP,7', '')
    const summary = await importPangle([day('2026-03-01'), day('2026-03-02')], rates)
    expect(await site.slices()).toEqual([
      '2026-03-01 zap-ios pangle 10 1 0 15000000',
      '2026-03-02 zap-ios pangle 10 1 0 20000000',
    ])
    expect(summary).toMatchObject({ revenue: { USD: '35' }, converted: { EUR: '20' } })
  })

  test('can be USD when the account uses EUR', async () => {
    const rows = ['EUR', 'USD'].map((currency) => ({
      package: 'com.example.euro',
      revenue: '4',
      currency,
    }))
    const summary = await importPangle(rows, rateFile('2026-03-01,USD,0.5'))
    expect(summary).toMatchObject({ revenue: { EUR: '6' }, converted: { USD: '4' } })
  })

  test("needs no rate when it is the account's own, and an unused rate has no effect", async () => {
    expect(await importPangle([{}], rateFile('2026-03-01,USD,3'))).toMatchObject({
      revenue: { USD: '1' },
      converted: {},
    })
  })

  test('of a new app is converted to the currency of its account', async () => {
    const row = { package: 'com.new', currency: 'USD', revenue: '4' }
    const request = { ...rateFile('2026-03-01,USD,0.75'), createApps: 'euros' }
    expect((await importPangle([row], request)).revenue).toEqual({ EUR: '3' })
  })
})

describe('the original amounts of converted money', () => {
  const eur = { revenue: '0.123456789', currency: 'EUR' }
  const rates = rateFile('2026-03-01,EUR,1.0842', '2026-03-01,JPY,0.0065')

  test('are stored with their currency and rate, by key', async () => {
    const jpy = { revenue: '100', currency: 'JPY' }
    await importPangle([eur, eur, jpy, { revenue: '5' }], rates)
    expect(await originals()).toEqual([
      '2026-03-01 1 EUR 1.0842 0.246913578000000000',
      '2026-03-01 1 JPY 0.0065 100.000000000000000000',
      // What is rounded together with them.
      '2026-03-01 1 USD 1 5.000000000000000000',
    ])
  })

  test('are kept when their slice is replaced, beside the later ones', async () => {
    const stated = '2026-03-01 1 EUR 1.0842 0.123456789000000000'
    await importPangle([eur, { ...eur, package: 'com.example.brick', os: 'amazon' }], rates)
    await importPangle([{ revenue: '5' }])
    expect(await site.figures()).toContain(figure(5_000_000))
    await importPangle([{ ...eur, revenue: '2' }], rates)
    expect(await originals()).toEqual([
      ...[stated, stated],
      '2026-03-01 3 EUR 1.0842 2.000000000000000000',
    ])
  })

  test('of a partial import are those of the figures that it adds to, and its own', async () => {
    await importPangle([{ ...eur, revenue: '1' }], rates)
    await importPangle([{ revenue: '5' }], { partial: true })
    const again = { partial: true, ...rateFile('2026-03-01,EUR,2') }
    await importPangle([{ ...eur, revenue: '3' }], again)
    // 1 × 1.0842 + 5 + 3 × 2
    expect(await site.figures()).toEqual([figure(12_084_200, 3)])
    expect(await originals()).toEqual([
      '2026-03-01 1 EUR 1.0842 1.000000000000000000',
      '2026-03-01 2 EUR 1.0842 1.000000000000000000',
      '2026-03-01 3 EUR 1.0842 1.000000000000000000',
      '2026-03-01 3 EUR 2 3.000000000000000000',
    ])
  })
})

describe("Adtally's own format with rates", () => {
  const columns = 'date,app_id,network,format,country,impressions,revenue,currency'
  const lines = [
    '2026-03-01,zap-ios,ownnet,banner,US,1,10,EUR',
    '2026-03-01,zap-ios,ownnet,banner,DE,1,10,',
    '2026-03-01,zap-ios,ownnet,banner,FR,1,10,USD',
  ]

  const ofFirst = rateFile('2026-03-01,EUR,1.1')

  test('has its rows in other currencies converted, and added with --partial', async () => {
    await site.importLines(lines, { columns, ...ofFirst })
    expect(await site.figures()).toEqual([
      '2026-03-01 zap-ios ownnet banner DE 1 0 0 10000000',
      '2026-03-01 zap-ios ownnet banner FR 1 0 0 10000000',
      '2026-03-01 zap-ios ownnet banner US 1 0 0 11000000',
    ])
    expect(await originals()).toEqual(['2026-03-01 1 EUR 1.1 10.000000000000000000'])
    const row = lines[2]!.replace('USD', 'EUR')
    await site.importLines([row], { columns, partial: true, ...ofFirst })
    expect(await site.figures()).toContain('2026-03-01 zap-ios ownnet banner FR 2 0 0 21000000')
  })

  test('is refused without a rate for the day', async () => {
    const { message } = await refusedUnchanged(site, () =>
      site.importLines(lines, { columns, ...rateFile('2026-03-02,EUR,1.1') }),
    )
    expect(message).toContain('no rate to USD for 2026-03-01 EUR.')
  })
})
