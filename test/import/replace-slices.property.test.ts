import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { batchOf, caseCount, checkBatches, propertyTimeoutMs } from '../property/batches.ts'
import { type ImportSite, shareSite } from './import-site.ts'

const apps = ['one', 'two', 'three'] as const
const days = ['2026-01-31', '2026-02-01', '2026-02-02'] as const
const networks = ['ownnet', 'admob'] as const
const formats = ['video', 'banner'] as const
const countries = ['US', 'DE', 'ZZ'] as const

/** One row of an import; null for an empty cell. */
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

const longest = 3
const batch = batchOf(fc.array(anImport, { minLength: 1, maxLength: longest }))

const shared = shareSite()
let accounts = 0

test(`any sequence of imports gives the figures of a naive model (${caseCount} sequences)`, {
  timeout: propertyTimeoutMs,
}, async () => {
  const site = shared()
  await checkBatches(batch, async (sequences) => {
    const publishers = await newAccounts(site, sequences.length)
    // The first imports of all sequences form one import, then the second ones.
    for (let nth = 0; nth < longest; nth++) {
      const files = sequences.flatMap((sequence, index) =>
        sequence.slice(nth, nth + 1).flatMap((one) => filesOf(one, publishers[index]!.username)),
      )
      await runImport(site, files)
    }
    for (const [index, { username, id }] of publishers.entries()) {
      const model = new Map<string, Row[]>()
      for (const { rows } of sequences[index]!) {
        for (const [slice, of] of Map.groupBy(rows, sliceOf)) model.set(slice, of)
      }
      const rows = [...model.values()].flat()
      const dimensions = ['day', 'app', 'network', 'format', 'country'] as const
      expect((await site.readAccount(id, 'figures', [...dimensions])).sort()).toEqual(
        totals(rows, username, ({ format, country }) => ` ${format} ${country}`),
      )
      expect((await site.readAccount(id, 'slices', ['day', 'app', 'network'])).sort()).toEqual(
        totals(rows, username, () => ''),
      )
    }
  })
})

interface Publisher {
  readonly username: string
  readonly id: number
}

/** Every sequence has its own account in a shared installation. */
async function newAccounts(site: ImportSite, count: number): Promise<Publisher[]> {
  const names = Array.from({ length: count }, () => `model-${accounts++}`)
  for (const username of names) await site.call(createAccount, { username })
  const lines = names.flatMap((name) => apps.map((app) => `${name}.${app},${name},${app},ios\n`))
  await site.importApps(`app_id,publisher,app_name,platform\n${lines.join('')}`)
  return Promise.all(names.map((username) => site.installation.accounts.get(username)))
}

/** The files of an import with the account's rows, by name. */
function filesOf({ rows, files, format }: Import, account: string): [name: string, text: string][] {
  const middle = files === 1 ? rows.length : Math.ceil(rows.length / 2)
  const parts = [rows.slice(0, middle), rows.slice(middle)].filter((part) => part.length > 0)
  const toText = format === 'csv' ? toCsv : toNdjson
  return parts.map((part, index) => [`${index}.${format}`, toText(part, account)])
}

async function runImport(site: ImportSite, files: [name: string, text: string][]): Promise<void> {
  if (files.length === 0) return
  const given = [...Map.groupBy(files, ([name]) => name)].map(([name, parts]) => {
    const texts = parts.map(([, text]) => text).join('')
    return site.file(name, name.endsWith('csv') ? csvHeader + texts : texts)
  })
  await site.importStats(await Promise.all(given))
}

const csvHeader = 'clicks,date,app_id,network,format,country,ad_tag,impressions,installs,revenue\n'

function toCsv(rows: readonly Row[], account: string): string {
  const lines = rows.map(
    (one) =>
      `${one.clicks ?? ''},${one.day},${account}.${one.app},${one.network},${one.format},` +
      `${one.country},${one.adTag ?? ''},${one.impressions},${one.installs ?? ''},${decimal(one.micros)}\n`,
  )
  return lines.join('')
}

function toNdjson(rows: readonly Row[], account: string): string {
  const line = ({ day, app, adTag, micros, ...rest }: Row) => {
    const members = { date: day, app_id: `${account}.${app}`, ad_tag: adTag, ...rest }
    // The amount is written as a number, digit by digit.
    return `${JSON.stringify(members).slice(0, -1)},"revenue":${decimal(micros)}}\n`
  }
  return rows.map(line).join('')
}

function decimal(micros: bigint): string {
  const digits = String(micros < 0n ? -micros : micros).padStart(7, '0')
  return `${micros < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`
}

/** Sums by day, app, network and the given further dimensions. */
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
