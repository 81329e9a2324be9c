import { expect, test } from 'vitest'
import { mergeApps } from '../../src/use-cases/end-app.ts'
import { listImports } from '../../src/use-cases/list-imports.ts'
import { applyRates } from '../../src/use-cases/rates/apply-rates.ts'
import { importRates } from '../../src/use-cases/rates/import-rates.ts'
import { undoImport } from '../../src/use-cases/undo-import.ts'
import { renewSite } from '../fixtures/share-site.ts'
import { openSite } from './import-site.ts'
import { type PangleRow, pangleAnswer } from './network-reports.ts'

const site = renewSite(openSite)

async function importDollars(...lines: readonly string[]) {
  const text = ['Date,USD,', ...lines.map((line) => `${line},`), ''].join('\n')
  return site.call(importRates, {}, { files: [await site.file('ecb.csv', text)] })
}

/** Rows of the account `euros`, whose currency is EUR. */
async function importPangle(rows: readonly Partial<PangleRow>[], request = {}) {
  const ofEuros = rows.map((row) => ({ package: 'com.example.euro', currency: 'USD', ...row }))
  return site.importStats([await site.file('pangle.json', pangleAnswer(ofEuros))], request)
}

const day = (date: string, revenue: string) => ({ day: date, revenue })
const line = (date: string, micros: number) => `${date} euro-app pangle 10 1 0 ${micros}`

test('a corrected rate changes nothing until it is applied, as an entry that can be undone', async () => {
  await importDollars('2026-03-01,1.25', '2026-03-02,1.25')
  await importPangle([day('2026-03-01', '5'), day('2026-03-02', '5')])
  const before = [line('2026-03-01', 4_000_000), line('2026-03-02', 4_000_000)]
  expect(await site.slices()).toEqual(before)
  expect(await site.call(applyRates, {})).toEqual([])

  await importDollars('2026-03-02,2')
  expect(await site.slices()).toEqual(before)
  const expected = {
    account: 'euros',
    currency: 'EUR',
    source: 'pangle',
    report: null,
    slices: 1,
    revenue_before: '4',
    revenue_after: '2.5',
    more_days: 0,
    days: [{ day: '2026-03-02', network: 'pangle', revenue_before: '4', revenue_after: '2.5' }],
  }
  expect(await site.call(applyRates, { dryRun: true })).toEqual([{ entry: null, ...expected }])
  expect(await site.slices()).toEqual(before)
  const [applied] = await site.call(applyRates, {})
  expect(applied).toEqual({ entry: 2, ...expected })
  const after = [line('2026-03-01', 4_000_000), line('2026-03-02', 2_500_000)]
  expect(await site.slices()).toEqual(after)
  expect(await site.call(applyRates, {})).toEqual([])

  await site.call(undoImport, { id: 2 })
  expect(await site.slices()).toEqual(before)
  await site.call(applyRates, { account: 'euros' })
  expect(await site.slices()).toEqual(after)
})

test('a rate of a closer day is applied, and the money of ad units adds up to one rounded sum', async () => {
  await importDollars('2026-02-27,1')
  const units = ['a', 'b', 'c'].map((slot) => ({ ...day('2026-03-01', '0.000001'), slot }))
  await importPangle(units)
  await importDollars('2026-03-01,2')
  // Three millionths of a dollar are 1.5 of a euro, which are 2.
  expect(await site.call(applyRates, {})).toMatchObject([
    { revenue_before: '0.000003', revenue_after: '0.000002' },
  ])
})

test('rates that came with an import stay', async () => {
  const rates = { name: 'r.csv', text: 'day,currency,rate\n2026-03-01,USD,0.5\n' }
  await importPangle([day('2026-03-01', '4')], { rates })
  await importDollars('2026-03-01,1.25')
  expect(await site.call(applyRates, {})).toEqual([])
})

test('money that was not converted stays as it is', async () => {
  await importDollars('2026-03-01,1.25')
  await importPangle([{ ...day('2026-03-01', '0.7'), currency: 'EUR' }, day('2026-03-01', '5')])
  await importDollars('2026-03-01,2')
  await site.call(applyRates, {})
  expect(await site.slices()).toEqual(['2026-03-01 euro-app pangle 20 2 0 3200000'])
})

test('fractions of micros of money that was not converted count in the rounded sum', async () => {
  await importDollars('2026-03-01,1')
  const units = ['EUR', 'USD'].map((currency) => ({
    ...day('2026-03-01', '0.0000004'),
    currency,
    slot: currency,
  }))
  await importPangle(units)
  const [stored] = await site.slices()
  // 0.4 and 0.4 millionths are 0.8.
  expect(stored).toBe('2026-03-01 euro-app pangle 20 2 0 1')
  await importDollars('2026-03-01,8')
  // 0.4 and 0.05 are 0.45.
  await site.call(applyRates, {})
  expect(await site.slices()).toEqual(['2026-03-01 euro-app pangle 20 2 0 0'])
})

test('of a partial import, what it was added to is converted again too', async () => {
  await importDollars('2026-03-01,1.25')
  await importPangle([day('2026-03-01', '5')])
  await importPangle([{ ...day('2026-03-01', '10'), country: 'DE' }], { partial: true })
  await importDollars('2026-03-01,2')
  await site.call(applyRates, {})
  expect(await site.slices()).toEqual(['2026-03-01 euro-app pangle 20 2 0 7500000'])
})

test('money of an app that was merged is converted again, also after an undo of the merge', async () => {
  await site.importApps('app_id,publisher,app_name,platform\nold-app,euros,Old App,ios\n')
  await importDollars('2026-03-01,1.25')
  const rows = ['euro-app', 'old-app'].map((app) => `2026-03-01,${app},pangle,video,US,10,5,USD`)
  const columns = 'date,app_id,network,format,country,impressions,revenue,currency'
  await site.importLines(rows, { columns })
  const { entry } = await site.call(mergeApps, { appId: 'old-app', into: 'euro-app' })
  const of = (app: string, impressions: number, micros: number) =>
    `2026-03-01 ${app} pangle ${impressions} 0 0 ${micros}`
  expect(await site.slices()).toEqual([of('euro-app', 20, 8_000_000)])
  await importDollars('2026-03-01,2')
  await site.call(applyRates, {})
  expect(await site.slices()).toEqual([of('euro-app', 20, 5_000_000)])
  expect(await site.call(applyRates, {})).toEqual([])

  const [applied] = await site.call(listImports, { limit: 1 })
  await site.call(undoImport, { id: applied!.id })
  await site.call(undoImport, { id: entry! })
  await site.call(applyRates, {})
  const apart = [of('euro-app', 10, 2_500_000), of('old-app', 10, 2_500_000)]
  expect(await site.slices()).toEqual(apart)
})

test('a secondary report is converted again by itself', async () => {
  await importDollars('2026-03-01,1.25')
  await importPangle([day('2026-03-01', '5')], { as: 'books', account: 'euros' })
  await importDollars('2026-03-01,2')
  expect(await site.call(applyRates, {})).toMatchObject([
    { report: 'books', revenue_before: '4', revenue_after: '2.5' },
  ])
})

test("counted rows of a mediation are converted again with its report, and a network's own by themselves", async () => {
  await importDollars('2026-03-01,1.25')
  const max = [
    'day,application,package_name,platform,ad_format,country,network,max_ad_unit_id,impressions,estimated_revenue',
    '2026-03-01,Euro,com.example.euro,ios,REWARD,us,ADMOB_BIDDING,unit,7,10',
    '2026-03-01,Euro,com.example.euro,ios,REWARD,us,PANGLE_BIDDING,unit,8,20',
    '',
  ].join('\n')
  await site.importStats([await site.file('max.csv', max)], { account: 'euros' })
  await importPangle([day('2026-03-01', '5')])
  await importDollars('2026-03-01,2')
  const dry = await site.call(applyRates, { dryRun: true })
  expect(dry).toMatchObject([
    { source: 'pangle', revenue_before: '4', revenue_after: '2.5' },
    { source: 'applovin-max', revenue_before: '8', revenue_after: '5' },
  ])
  await site.call(applyRates, {})
  const applied = ['2026-03-01 euro-app admob 7 0 0 5000000', line('2026-03-01', 2_500_000)]
  expect(await site.slices()).toEqual(applied)
  expect(await site.call(applyRates, {})).toEqual([])
})
