import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { applyRates } from '../../src/use-cases/rates/apply-rates.ts'
import { importRates } from '../../src/use-cases/rates/import-rates.ts'
import { parseDay } from '../../src/values/day.ts'
import { googleEuros } from '../fake-networks/networks/admob.ts'
import { Truth } from '../fake-networks/truth.ts'
import { counted, daysFrom, openPulledSite, type PulledSite, said } from './pulled-site.ts'

let site: PulledSite
afterEach(() => site.close())

const openEuros = (truth: Truth) =>
  openPulledSite(truth, '2026-03-10T12:00:00Z', undefined, undefined, 'EUR')

/** Rates of the European Central Bank. */
async function importEcb(...lines: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'adtally-rates-'))
  const path = join(folder, 'ecb.csv')
  await writeFile(path, ['Date,USD,', ...lines, ''].join('\n'))
  const files = [{ name: 'ecb.csv', path }]
  return site.installation
    .call(importRates, {}, { files })
    .finally(() => rm(folder, { recursive: true }))
}

/** A network's figures in USD, at some euros a dollar. */
const inEuros = (truth: Truth, first: string, last: string, euros: number) =>
  said(truth, 'mintegral', daysFrom(first, last)).map((line) =>
    line.replace(/\d+$/, (micros) => String(euros * Number(micros))),
  )

test('days of an account in EUR wait for a rate, and are pulled when it comes', async () => {
  const truth = new Truth()
  site = await openEuros(truth)
  await site.connect('mintegral', { startDate: '2026-03-06' })
  await site.pullDue()
  expect(await site.show('mintegral')).toMatchObject({
    days: { waiting: 4, failed: 0, done: 0 },
    problem: null,
    back_off: null,
  })
  const asked = site.fake.requests.length
  site.pass(1)
  await site.pullDue()
  expect(site.fake.requests.length).toBe(asked)

  // A Friday. The other days are a weekend and a Monday whose rate is not published yet.
  expect(await importEcb('2026-03-06,0.5,')).toMatchObject({ days_awoken: 4 })
  await site.pullDue()
  expect(await site.show('mintegral')).toMatchObject({ days: { waiting: 0, done: 4 } })
  expect(await counted(site)).toEqual(inEuros(truth, '2026-03-06', '2026-03-09', 2))
})

test('a day without figures for a rate keeps those of the other days', async () => {
  const truth = new Truth()
  site = await openEuros(truth)
  await importEcb('2026-03-01,0.5,')
  await site.connect('mintegral', { startDate: '2026-03-08' })
  await site.pullDue()
  expect(await site.show('mintegral')).toMatchObject({ days: { waiting: 1, done: 1 } })
  expect(await counted(site)).toEqual(inEuros(truth, '2026-03-08', '2026-03-08', 2))
})

test('days that were pulled keep an applied rate, and a restated one replaces its figures', async () => {
  const truth = new Truth()
  site = await openEuros(truth)
  await importEcb('2026-03-06,0.5,')
  await site.connect('mintegral', { startDate: '2026-03-06' })
  await site.pullDue()
  await importEcb('2026-03-06,0.25,')
  expect(await site.installation.call(applyRates, {})).toMatchObject([{ source: 'mintegral' }])
  expect(await counted(site)).toEqual(inEuros(truth, '2026-03-06', '2026-03-09', 4))

  truth.restate('mintegral', parseDay('2026-03-07')!)
  site.pass(24)
  await site.pullDue()
  expect(await site.show('mintegral')).toMatchObject({ days: { done: 5, held: 0, failed: 0 } })
  expect(await counted(site)).toEqual(inEuros(truth, '2026-03-06', '2026-03-10', 4))
  expect(await site.installation.call(applyRates, {})).toEqual([])
})

test('Google Ad Manager converts into the currency of the account, and its days wait for no rate', async () => {
  const truth = new Truth()
  site = await openEuros(truth)
  await site.connect('google-ad-manager', { startDate: '2026-03-08' })
  await site.pullDue()
  const { days } = await site.show('google-ad-manager')
  expect(days).toMatchObject({ waiting: 0, failed: 0 })
  const rows = truth.rows('google_ad_manager', parseDay('2026-03-08')!)
  const euros = rows.reduce((sum, row) => sum + googleEuros(row), 0)
  const [first] = await counted(site)
  expect(first).toMatch(new RegExp(`^2026-03-08 google_ad_manager \\d+ ${euros}$`))
})

test('AdMob is asked for the currency of the account', async () => {
  site = await openEuros(new Truth())
  await site.connect('admob', {
    values: { clientId: 'a', clientSecret: 'b', refreshToken: 'c', publisherId: 'pub-1' },
  })
  const { accounts, connections } = site.installation
  const { id } = await accounts.get('studio')
  expect((await connections.byName(id, 'admob'))!.settings).toMatchObject({ currency: 'EUR' })
})
