import { describe, expect, test } from 'vitest'
import { openSqlite } from '../../src/records/database.ts'
import { deleteAccount } from '../../src/use-cases/delete-account.ts'
import { importRates } from '../../src/use-cases/rates/import-rates.ts'
import { listRates } from '../../src/use-cases/rates/list-rates.ts'
import { renewSite } from '../fixtures/share-site.ts'
import { openSite, refusedUnchanged } from './import-site.ts'
import { type PangleRow, pangleAnswer } from './network-reports.ts'

const site = renewSite(openSite)

const ecbCsv = (...lines: string[]) => ['Date,USD,JPY,GBP,', ...lines, ''].join('\n')

async function importRateFile(text: string, account?: string, name = 'ecb.csv') {
  const files = [await site.file(name, text)]
  return site.call(importRates, account === undefined ? {} : { account }, { files })
}

/** Rows of the account `euros`, whose currency is EUR. */
async function importEuros(rows: readonly Partial<PangleRow>[], request = {}) {
  const ofEuros = rows.map((row) => ({ package: 'com.example.euro', ...row }))
  return site.importStats([await site.file('pangle.json', pangleAnswer(ofEuros))], request)
}

describe('money in another currency is converted by stored rates', () => {
  test.each([
    // 10.1 ÷ 1.0842 = 9.315624423…
    ['USD', '10.1', '9.315624'],
    // 1000 ÷ 162.35 = 6.159531875…
    ['JPY', '1000', '6.159532'],
    // A tie: 0.0000005421 ÷ 1.0842 is half a micro, which is rounded away from zero.
    ['USD', '0.0000005421', '0.000001'],
    ['USD', '-0.0000005421', '-0.000001'],
  ])('of the European Central Bank: %s %s', async (currency, revenue, expected) => {
    await importRateFile(ecbCsv('2026-03-01,1.0842,162.35,0.8571,'))
    const summary = await importEuros([{ currency, revenue }])
    expect(summary).toMatchObject({ revenue: { EUR: expected }, earlier_rates: [] })
  })

  test('over a common currency, dividing once', async () => {
    await importRateFile(ecbCsv('2026-03-01,1.0842,162.35,0.8571,'))
    // Of the account `studio` in USD: 7 × 1.0842 ÷ 0.8571 = 8.854742737…
    const file = await site.file('pangle.json', pangleAnswer([{ currency: 'GBP', revenue: '7' }]))
    expect(await site.importStats([file])).toMatchObject({ revenue: { USD: '8.854743' } })
  })

  test('after all ad units of a key are added up', async () => {
    await importRateFile('day,currency,rate,base\n2026-03-01,EUR,3,USD\n')
    const row = { currency: 'USD', revenue: '0.0000005' }
    // Three times half a micro ÷ 3 is half a micro, though each of them is none.
    const rows = ['a', 'b', 'c'].map((slot) => ({ ...row, slot }))
    expect(await importEuros(rows)).toMatchObject({ revenue: { EUR: '0.000001' } })
  })
})

describe('without a rate of its day', () => {
  test('money is converted by the last one before it, which the summary tells', async () => {
    // A Friday.
    await importRateFile(ecbCsv('2026-02-27,1.25,160,0.8,'))
    const rows = ['2026-02-27', '2026-03-01', '2026-03-06'].map((day) => ({
      day,
      currency: 'USD',
      revenue: '5',
    }))
    expect(await importEuros(rows)).toMatchObject({
      revenue: { EUR: '12' },
      earlier_rates: [
        { day: '2026-03-01', currency: 'USD', rate_day: '2026-02-27' },
        { day: '2026-03-06', currency: 'USD', rate_day: '2026-02-27' },
      ],
      more_earlier_rates: 0,
    })
  })

  test('and none of the seven days before it, nothing is imported', async () => {
    await importRateFile(ecbCsv('2026-02-27,1.25,N/A,0.8,', '2026-03-09,1.3,,0.8,'))
    const refusal = await refusedUnchanged(site, () =>
      importEuros([
        { day: '2026-03-07', currency: 'USD' },
        { day: '2026-03-05', currency: 'JPY' },
      ]),
    )
    expect(refusal.message).toBe(
      'Nothing was imported. There is no rate to EUR for 2026-03-05 JPY and 2026-03-07 USD. Run `adtally rates import FILE`, or add `--rates FILE`, a CSV of day,currency,rate',
    )
  })
})

describe("an account's own rates", () => {
  const installation = ecbCsv('2026-03-01,1.25,160,0.8,')

  test('come before those of the installation, and leave other accounts alone', async () => {
    await importRateFile(installation)
    await importRateFile('day,currency,rate\n2026-02-26,USD,0.5\n', 'euros', 'own.csv')
    const usd = { currency: 'USD', revenue: '4' }
    expect(await importEuros([usd])).toMatchObject({ revenue: { EUR: '2' } })
    const eur = await site.file('p.json', pangleAnswer([{ currency: 'EUR', revenue: '4' }]))
    expect(await site.importStats([eur])).toMatchObject({ revenue: { USD: '5' } })
  })

  test('are deleted with it, and those of the installation stay', async () => {
    await importRateFile(installation)
    await importRateFile('day,currency,rate\n2026-02-26,USD,0.5\n', 'euros', 'own.csv')
    await site.call(deleteAccount, { username: 'euros' })
    await site.close()
    const database = await openSqlite(site.directory.relational)
    const owners = await database.reads.selectFrom('dailyRates').select('accountId').execute()
    await database.close()
    await site.open()
    expect(owners.map(({ accountId: owner }) => owner)).toEqual([0, 0, 0])
  })

  test('come after those that an import is given', async () => {
    await importRateFile('day,currency,rate\n2026-03-01,USD,0.5\n', 'euros')
    const rates = { name: 'r.csv', text: 'day,currency,rate\n2026-03-01,USD,0.25\n' }
    const rows = [
      { currency: 'USD', revenue: '4' },
      { day: '2026-03-02', currency: 'USD', revenue: '4' },
    ]
    expect(await importEuros(rows, { rates })).toMatchObject({ revenue: { EUR: '3' } })
  })
})

describe('a file of rates', () => {
  const xml = (...days: string[]) =>
    `<?xml version="1.0" encoding="UTF-8"?><gesmes:Envelope xmlns:gesmes="http://g"><gesmes:subject>Reference rates</gesmes:subject><Cube>${days.join('')}</Cube></gesmes:Envelope>`

  test.each([
    ['a CSV of the bank', ecbCsv('2026-03-02,1.25,N/A,0.8,')],
    [
      'an XML of the bank',
      xml(
        '<Cube time="2026-03-02"><Cube currency="USD" rate="1.25"/><Cube currency="GBP" rate="0.8"/></Cube>',
      ),
    ],
  ])('may be %s', async (_title, text) => {
    expect(await importRateFile(text)).toMatchObject({
      added: 2,
      corrected: 0,
      unchanged: 0,
      files: [{ rates: 2, first_day: '2026-03-02', last_day: '2026-03-02' }],
    })
    const bank = { account: null, source: 'European Central Bank', currency: 'EUR' }
    expect(await site.call(listRates, { limit: 10 })).toEqual([
      { day: '2026-03-02', rate: '0.8', base: 'GBP', ...bank },
      { day: '2026-03-02', rate: '1.25', base: 'USD', ...bank },
    ])
  })

  test('corrects rates of the same day and currencies', async () => {
    await importRateFile(ecbCsv('2026-03-01,1.25,160,0.8,'))
    expect(await importRateFile(ecbCsv('2026-03-01,1.3,160,0.8,'))).toMatchObject({
      added: 0,
      corrected: 1,
      unchanged: 2,
    })
  })

  test.each([
    ['day,currency,rate\n2026-03-01,USD,1.1\n', 'rate_base_missing'],
    ['day,currency,rate,base\n2026-03-01,USD,1.1,usd\n', 'rate_refused'],
    ['day,currency,rate,base\n2026-03-01,USD,1.1,USD\n', 'rate_refused'],
    ['day,currency,rate,base\n2026-03-01,USD,0,EUR\n', 'rate_refused'],
    ['day,currency,rate,base\n', 'no_rates'],
    ['date,app_id,network\n2026-03-01,a,b\n', 'rate_file_unrecognised'],
    ['Date,USD,\n02 March 2026,1.1,\n', 'rate_refused'],
    ['Date,USD,\n2026-03-01,1.1e3,\n', 'rate_refused'],
    ['<a><b></a>', 'rate_file_unrecognised'],
    ['<a/>', 'no_rates'],
    [xml('<Cube currency="USD" rate="1"/>'), 'rate_refused'],
    [xml('<Cube time="2026-02-30"><Cube currency="USD" rate="1"/></Cube>'), 'rate_refused'],
    [`${'<a>'.repeat(50)}`, 'rate_file_unrecognised'],
  ])('is refused whole: %s', async (text, code) => {
    await expect(importRateFile(text)).rejects.toMatchObject({ code })
    expect(await site.call(listRates, { limit: 10 })).toEqual([])
  })
})
