import { describe, expect, test } from 'vitest'
import { type GivenRates, readRates } from '../../src/currencies/given-rates.ts'
import { networkNumberRules, ownNumberRules } from '../../src/sources/staged-columns.ts'
import { findRates, refuseMissing } from '../../src/staging/rates-for.ts'
import type { ResolvedApps } from '../../src/staging/resolve-apps.ts'
import { foreignCurrencies, rowChecks } from '../../src/staging/row-checks.ts'
import type { Stage } from '../../src/staging/stage.ts'
import { apps, type Row, useScratch } from './scratch-site.ts'

const open = useScratch()
const resolved: ResolvedApps = {
  known: new Map(apps.map((app) => [app.reference, app])),
  unknown: [],
  toCreate: new Map(),
  toLink: new Map(),
  creator: null,
}
const native = { isNetwork: false, isConvertible: false }

const checksOf = async (rows: readonly Row[], report = native, found = resolved) =>
  rowChecks(await (await open()).stage(rows), found, report)

describe('the checks of rows', () => {
  test('of Adtally’s own format refuse duplicates; those of a network add them up', async () => {
    expect(await checksOf([{}])).toEqual({
      badLabels: [],
      foreignCurrencies: [],
      numbers: ownNumberRules,
      refuseDuplicates: true,
    })
    expect(await checksOf([{}], { isNetwork: true, isConvertible: true })).toEqual({
      badLabels: [],
      foreignCurrencies: [],
      numbers: networkNumberRules,
      refuseDuplicates: false,
    })
  })

  test('list each label that is not accepted, and missing ones that are required', async () => {
    const { badLabels } = await checksOf([
      { date: 'soon', network: 'Own Net', country: 'XX', ad_tag: 'a\tb', currency: 'usd' },
      { date: null, network: null, format: null, country: null, ad_tag: null, currency: null },
      { app_id: null, country: 'XX' },
      {},
    ])
    const lines = badLabels.map(({ column, value }) => `${column} ${value}`)
    expect(lines.toSorted()).toEqual([
      ...['ad_tag a\tb', 'app_id null', 'country XX', 'country null', 'currency usd'],
      ...['date null', 'date soon', 'format null', 'network Own Net', 'network null'],
    ])
  })

  test('list unknown apps', async () => {
    const { badLabels } = await checksOf([{}], native, { ...resolved, unknown: ['nobody'] })
    expect(badLabels).toEqual([{ column: 'app_id', value: 'nobody' }])
  })

  test('list foreign currencies unless they will be converted', async () => {
    const rows = [{ currency: 'EUR' }]
    expect((await checksOf(rows)).foreignCurrencies).toEqual([['zap', 'EUR']])
    expect((await checksOf(rows, { ...native, isConvertible: true })).foreignCurrencies).toEqual([])
  })
})

describe('foreign currencies', () => {
  test('are those that are not of the app’s account, with both currencies', async () => {
    const stage = await (await open()).stage([
      ...[{ currency: 'USD' }, { currency: null }, { currency: 'EUR' }, { currency: 'EUR' }],
      ...[
        { app_id: 'eur', currency: 'EUR' },
        { app_id: 'eur', currency: 'USD' },
      ],
      // Bad cells for other reasons.
      ...[{ currency: 'eur' }, { app_id: 'nobody', currency: 'EUR' }],
    ])
    const pairs = await foreignCurrencies(stage, resolved)
    expect(pairs.toSorted((a, b) => (a.app < b.app ? -1 : 1))).toEqual([
      { app: 'eur', currency: 'USD', accountId: 2, accountCurrency: 'EUR' },
      { app: 'zap', currency: 'EUR', accountId: 1, accountCurrency: 'USD' },
    ])
  })

  test('are also those of apps that the import creates', async () => {
    const stage = await (await open()).stage([{ app_id: 'new', currency: 'EUR' }])
    const created = {
      ...resolved,
      toCreate: new Map([['new', {}]]),
      creator: { account: { id: 1, currency: 'USD' } },
    } as unknown as ResolvedApps
    expect(await foreignCurrencies(stage, created)).toEqual([
      { app: 'new', currency: 'EUR', accountId: 1, accountCurrency: 'USD' },
    ])
  })
})

const noneStored = { find: async () => [] }
const ratesFor = async (stage: Stage, apps: ResolvedApps, given: GivenRates | undefined) => {
  const { rates, missing } = await findRates(stage, apps, given, noneStored)
  refuseMissing(missing)
  return rates.map(({ day, currency, rate }) => ({ day, currency, rate }))
}

describe('the rates of rows', () => {
  const rates = readRates({
    name: 'rates.csv',
    text: 'day,currency,rate\n2026-03-01,EUR,1.1\n2026-03-02,EUR,1.2\n2026-03-01,JPY,0.006',
  })
  const find = async (rows: readonly Row[], given = rates) =>
    ratesFor(await (await open()).stage(rows), resolved, given)

  test('finds no rates for rows in the currency of their account', async () => {
    expect(await find([{ currency: 'USD' }, {}, { app_id: 'eur', currency: 'EUR' }])).toEqual([])
    const stage = await (await open()).stage([{}])
    expect(await ratesFor(stage, resolved, undefined)).toEqual([])
  })

  test('finds one rate for each day and currency', async () => {
    const rows = [
      ...[{ currency: 'EUR' }, { currency: 'EUR', country: 'DE' }, { currency: 'JPY' }],
      ...[
        { date: '2026-03-02', currency: 'EUR' },
        { date: '2026-03-03', currency: 'USD' },
      ],
    ]
    expect(await find(rows)).toEqual([
      { day: '2026-03-01', currency: 'EUR', rate: '1.1' },
      { day: '2026-03-01', currency: 'JPY', rate: '0.006' },
      { day: '2026-03-02', currency: 'EUR', rate: '1.2' },
    ])
  })

  test('refuses days without a rate, and lists the first 20', async () => {
    const days = Array.from(
      { length: 22 },
      (_, index) => `2026-03-${String(index + 1).padStart(2, '0')}`,
    )
    const rows = days.map((date) => ({ date, currency: 'EUR' }))
    await expect(find(rows)).rejects.toMatchObject({
      code: 'rates_missing',
      facts: {
        currency: 'USD',
        missing: days.slice(2).map((day) => ({ day, currency: 'EUR' })),
        missingCount: 20,
      },
    })
    const stage = await (await open()).stage(rows)
    await expect(ratesFor(stage, resolved, undefined)).rejects.toMatchObject({
      facts: {
        missing: days.slice(0, 20).map((day) => ({ day, currency: 'EUR' })),
        missingCount: 22,
      },
    })
  })

  test('refuses to convert into several currencies', async () => {
    const rows = [{ currency: 'EUR' }, { app_id: 'eur', currency: 'USD' }]
    await expect(find(rows)).rejects.toMatchObject({
      code: 'rates_for_several_currencies',
      facts: { currencies: expect.arrayContaining(['USD', 'EUR']) },
    })
  })
})
