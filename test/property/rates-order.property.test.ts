import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FactKind } from '../../src/facts/fact-kind.ts'
import { type FactName, moneyKinds } from '../../src/facts/kinds.ts'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { applyRates } from '../../src/use-cases/rates/apply-rates.ts'
import { importRates } from '../../src/use-cases/rates/import-rates.ts'
import { addDays, formatDay, parseDay } from '../../src/values/day.ts'
import { type ImportSite, shareSite } from '../import/import-site.ts'
import { batchOf, batchSize, caseCount, checkBatches, propertyTimeoutMs } from './batches.ts'
import { storedFacts } from './stored-figures.ts'

/** Ten days, so that some are too old for others. */
const dayCount = 10
const networks = ['ownnet', 'admob'] as const

/** A decimal with six places. */
const decimal = (largest: number) => fc.integer({ min: 1, max: largest })

const rate = fc.record({
  kind: fc.constant('rate' as const),
  /** An account; -1 for the installation. */
  owner: fc.oneof(fc.constant(-1), fc.nat(batchSize - 1)),
  day: fc.nat(dayCount - 1),
  /** Whether it is what one euro is worth in dollars. */
  isOfEuro: fc.boolean(),
  millionths: decimal(3_000_000),
})

const row = fc.record({
  day: fc.nat(dayCount - 1),
  network: fc.constantFrom(...networks),
  country: fc.constantFrom('US', 'DE'),
  millionths: decimal(50_000),
})

const figures = fc.record({
  kind: fc.constant('figures' as const),
  rows: batchOf(
    fc.uniqueArray(row, {
      selector: ({ day, network, country }) => `${day} ${network} ${country}`,
      maxLength: 6,
    }),
  ),
})

const steps = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: rate },
    { weight: 3, arbitrary: figures },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('apply' as const) }) },
  ),
  { minLength: 10, maxLength: 20 },
)

type Rate = typeof rate extends fc.Arbitrary<infer Found> ? Found : never
type Figures = typeof figures extends fc.Arbitrary<infer Found> ? Found : never
type Row = typeof row extends fc.Arbitrary<infer Found> ? Found : never
/** Millionths of euros are millionths of dollars times the first, divided by the second. */
type Fraction = readonly [times: bigint, by: bigint]

interface Publisher {
  readonly nth: number
  readonly username: string
  readonly id: number
  readonly slices: Map<string, { readonly rows: readonly Row[]; rate: Fraction }>
}

const shared = shareSite()
let batches = 0

test.each(moneyKinds.map((kind) => [kind.name as FactName, kind] as const))(
  `%s have the rates of their import or of the last apply, in any order (${caseCount} sequences)`,
  {
    timeout: propertyTimeoutMs,
  },
  async (name, kind) => {
    const site = shared()
    let changed = 0
    await checkBatches(fc.noBias(steps), async (drawn) => {
      const publishers = await newPublishers(site, batches)
      // Every batch has its own days, since all share the installation's rates.
      const year = String(2020 + Math.floor(batches / 12))
      const firstDay = addDays(parseDay(`${year}-01-01`)!, 30 * (batches++ % 12))
      const dateOf = (day: number) => formatDay(addDays(firstDay, day))
      const known: Rate[] = []
      for (const step of [...drawn, { kind: 'apply' as const }]) {
        if (step.kind === 'rate') {
          known.push(step)
          await addRate(site, step, dateOf(step.day), publishers[step.owner]?.username)
        } else if (step.kind === 'figures') {
          await importRows(site, kind, step, publishers, known, dateOf)
        } else {
          changed += (await site.call(applyRates, {})).length
          for (const { nth, slices } of publishers) {
            for (const one of slices.values()) one.rate = findRate(known, nth, one.rows[0]!.day)!
          }
        }
        for (const one of publishers) {
          const stored = await storedFacts(site, one.id, name, undefined, year)
          expect(stored).toEqual(model(one, kind, dateOf))
        }
      }
    })
    if (caseCount >= 100) expect(changed).toBeGreaterThan(0)
  },
)

const sliceOf = ({ day, network }: Pick<Row, 'day' | 'network'>) => `${day} ${network}`

/** The account's own rates come first, then the closest day, then rates that need not be turned around. */
function findRate(known: readonly Rate[], account: number, day: number): Fraction | null {
  for (const owner of [account, -1]) {
    for (let from = day; from >= day - 7; from--) {
      for (const isOfEuro of [false, true]) {
        const found = known.findLast(
          (one) => one.owner === owner && one.day === from && one.isOfEuro === isOfEuro,
        )
        if (!found) continue
        const value = BigInt(found.millionths)
        return isOfEuro ? [1_000_000n, value] : [value, 1_000_000n]
      }
    }
  }
  return null
}

const otherLabels: Readonly<Record<string, string>> = {
  network: 'vungle',
  format: 'video',
  age: '7',
}

/** The cell of a required label. */
const labelOf = (kind: FactKind, label: string, { network, country }: Row) => {
  if (label === kind.sliceLabel) return network
  return label === 'country' ? country : otherLabels[label]
}

/** The nth money of a row, in millionths; the second is not always known. */
const moneyOf = ({ millionths }: Row, nth: number) =>
  nth === 0 ? millionths : millionths % 3 === 0 ? null : 2 * millionths

/** The rows of an account as `storedFacts` tells them. */
function model({ username, slices }: Publisher, kind: FactKind, dateOf: (day: number) => string) {
  const lines = [...slices.values()].flatMap(({ rows, rate: [times, by] }) =>
    rows.map((row) => {
      const labels = Object.entries(kind.labels).map(([label, { required, fallback }]) =>
        required || label === kind.sliceLabel ? labelOf(kind, label, row) : fallback,
      )
      const counts = Object.values(kind.counts).map(({ required }) => (required ? 1 : '-'))
      const amounts = kind.moneyNames.map((_, nth) => {
        const amount = moneyOf(row, nth)
        return amount === null ? '-' : (2n * BigInt(amount) * times + by) / (2n * by)
      })
      return [dateOf(row.day), `${username}.app`, ...labels, ...counts, ...amounts].join(' ')
    }),
  )
  return lines.sort()
}

const written = (millionths: number) => (millionths / 1e6).toFixed(6)

async function addRate(
  site: ImportSite,
  { isOfEuro, millionths }: Rate,
  date: string,
  account: string | undefined,
): Promise<void> {
  const [currency, base] = isOfEuro ? ['EUR', 'USD'] : ['USD', 'EUR']
  const line = `${date},${currency},${written(millionths)},${base}`
  const file = await site.file('rates.csv', `day,currency,rate,base\n${line}\n`)
  await site.call(importRates, account === undefined ? {} : { account }, { files: [file] })
}

/** Imports the rows of all accounts, without those that have no rate yet. */
async function importRows(
  site: ImportSite,
  kind: FactKind,
  { rows }: Figures,
  publishers: readonly Publisher[],
  known: readonly Rate[],
  dateOf: (day: number) => string,
): Promise<void> {
  const columns = [...new Set([...kind.requiredColumns, ...kind.moneyNames, 'currency'])]
  const labels = Object.keys(kind.labels).filter((label) => columns.includes(label))
  if (!labels.includes(kind.sliceLabel)) throw new Error('The label of slices has to be stated.')
  const lines = publishers.flatMap(({ nth, username, slices }) => {
    const rated = rows[nth]!.filter(({ day }) => findRate(known, nth, day))
    for (const [slice, of] of Map.groupBy(rated, sliceOf)) {
      slices.set(slice, { rows: of, rate: findRate(known, nth, of[0]!.day)! })
    }
    return rated.map((row) => {
      const cells: Readonly<Record<string, string>> = {
        date: dateOf(row.day),
        app_id: `${username}.app`,
        currency: 'USD',
        ...Object.fromEntries(labels.map((label) => [label, labelOf(kind, label, row)])),
        ...Object.fromEntries(
          kind.moneyNames.map((money, nth) => {
            const amount = moneyOf(row, nth)
            return [money, amount === null ? '' : written(amount)]
          }),
        ),
      }
      return columns.map((column) => cells[column] ?? '1').join()
    })
  })
  if (lines.length === 0) return
  await site.importLines(lines, { columns: columns.join() })
}

async function newPublishers(site: ImportSite, batch: number): Promise<Publisher[]> {
  const names = Array.from({ length: batchSize }, (_, nth) => `ordered-${batch}-${nth}`)
  for (const username of names) await site.call(createAccount, { username, currency: 'EUR' })
  const lines = names.map((name) => `${name}.app,${name},App,ios\n`)
  await site.importApps(`app_id,publisher,app_name,platform\n${lines.join('')}`)
  return Promise.all(
    names.map(async (username, nth) => {
      const { id } = await site.installation.accounts.get(username)
      return { nth, username, id, slices: new Map() }
    }),
  )
}
