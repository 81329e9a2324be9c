import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { type ImportSite, shareSite } from './import-site.ts'

const cases = Number(process.env.ADTALLY_PROPERTY_CASES ?? (process.env.CI ? 1_000 : 100))

const apps = ['one', 'two', 'three'] as const
const days = ['2026-01-31', '2026-02-01', '2026-02-02'] as const
const networks = ['ownnet', 'admob'] as const
const formats = ['video', 'banner'] as const
const countries = ['US', 'DE', 'ZZ'] as const

/** One row of an import; null where a cell is left empty. */
interface Row {
  readonly day: (typeof days)[number]
  readonly app: (typeof apps)[number]
  readonly network: (typeof networks)[number]
  readonly format: (typeof formats)[number]
  readonly country: (typeof countries)[number]
  readonly adTag: string | null
  readonly impressions: number
  readonly clicks: number | null
  readonly installs: number | null
  readonly micros: bigint
}

/** The files of one import, each a CSV or NDJSON. */
interface Import {
  readonly rows: readonly Row[]
  readonly files: 1 | 2
  readonly format: 'csv' | 'ndjson'
}

const row: fc.Arbitrary<Row> = fc.record({
  day: fc.constantFrom(...days),
  app: fc.constantFrom(...apps),
  network: fc.constantFrom(...networks),
  format: fc.constantFrom(...formats),
  country: fc.constantFrom(...countries),
  adTag: fc.constantFrom(null, 'default', 'menu'),
  impressions: fc.nat(1_000_000),
  clicks: fc.option(fc.nat(1_000)),
  installs: fc.option(fc.nat(100)),
  micros: fc.bigInt(-5_000_000n, 9_999_999_999_999_999n),
})

const sliceOf = ({ day, app, network }: Row) => `${day} ${app} ${network}`
const keyOf = (one: Row) => `${sliceOf(one)} ${one.format} ${one.country} ${one.adTag ?? 'default'}`

const anImport: fc.Arbitrary<Import> = fc.record({
  rows: fc.uniqueArray(row, { selector: keyOf, minLength: 1, maxLength: 12 }),
  files: fc.constantFrom(1, 2),
  format: fc.constantFrom('csv', 'ndjson'),
})

const shared = shareSite()
let accounts = 0

test(`any sequence of imports ends where a naive model says (${cases} sequences)`, async () => {
  const site = shared()
  await fc.assert(
    fc.asyncProperty(fc.array(anImport, { minLength: 1, maxLength: 3 }), async (sequence) => {
      // Every sequence has an account of its own: one installation serves them all.
      const account = `model-${accounts++}`
      const { id } = await newAccount(site, account)
      const model = new Map<string, Row[]>()
      for (const one of sequence) {
        await runImport(site, account, one)
        const restated = Map.groupBy(one.rows, sliceOf)
        for (const [slice, rows] of restated) model.set(slice, rows)
      }
      const rows = [...model.values()].flat()
      const dimensions = ['day', 'app', 'network', 'format', 'country'] as const
      expect((await site.readAccount(id, 'figures', [...dimensions])).sort()).toEqual(
        totals(rows, account, ({ format, country }) => ` ${format} ${country}`),
      )
      expect((await site.readAccount(id, 'slices', ['day', 'app', 'network'])).sort()).toEqual(
        totals(rows, account, () => ''),
      )
    }),
    { numRuns: cases },
  )
}, 600_000)

async function newAccount(site: ImportSite, account: string) {
  await site.call(createAccount, { username: account })
  const lines = apps.map((app) => `${account}.${app},${account},${app},ios\n`)
  await site.importApps(`app_id,publisher,app_name,platform\n${lines.join('')}`)
  return site.installation.accounts.get(account)
}

async function runImport(site: ImportSite, account: string, { rows, files, format }: Import) {
  const middle = files === 1 ? rows.length : Math.ceil(rows.length / 2)
  const parts = [rows.slice(0, middle), rows.slice(middle)].filter((part) => part.length > 0)
  const given = await Promise.all(
    parts.map((part, index) =>
      site.file(
        `${index}.${format}`,
        format === 'csv' ? toCsv(part, account) : toNdjson(part, account),
      ),
    ),
  )
  await site.importStats(given)
}

function toCsv(rows: readonly Row[], account: string): string {
  const lines = rows.map(
    (one) =>
      `${one.clicks ?? ''},${one.day},${account}.${one.app},${one.network},${one.format},` +
      `${one.country},${one.adTag ?? ''},${one.impressions},${one.installs ?? ''},${decimal(one.micros)}\n`,
  )
  return `clicks,date,app_id,network,format,country,ad_tag,impressions,installs,revenue\n${lines.join('')}`
}

function toNdjson(rows: readonly Row[], account: string): string {
  const line = ({ day, app, adTag, micros, ...rest }: Row) => {
    const members = { date: day, app_id: `${account}.${app}`, ad_tag: adTag, ...rest }
    // The amount is written as a number, digit for digit.
    return `${JSON.stringify(members).slice(0, -1)},"revenue":${decimal(micros)}}\n`
  }
  return rows.map(line).join('')
}

function decimal(micros: bigint): string {
  const digits = String(micros < 0n ? -micros : micros).padStart(7, '0')
  return `${micros < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`
}

/** Sums by day, app and network, and whatever else is named. */
function totals(rows: readonly Row[], account: string, more: (row: Row) => string): string[] {
  const groups = Map.groupBy(
    rows,
    (one) => `${one.day} ${account}.${one.app} ${one.network}${more(one)}`,
  )
  return [...groups]
    .map(([group, of]) => {
      const sum = (count: (row: Row) => number | null) =>
        of.reduce((total, one) => total + (count(one) ?? 0), 0)
      const micros = of.reduce((total, one) => total + one.micros, 0n)
      const counts = [
        sum((one) => one.impressions),
        sum((one) => one.clicks),
        sum((one) => one.installs),
      ]
      return [group, ...counts, micros].join(' ')
    })
    .sort()
}
