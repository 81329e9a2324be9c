import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReportStore } from '../../src/reporting/report-store.ts'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { type ImportSite, shareSite } from '../import/import-site.ts'
import { type PangleRow, pangleAnswer } from '../import/network-reports.ts'
import { storedRequests } from '../import/stored-requests.ts'
import { batchOf, caseCount, checkBatches, propertyTimeoutMs } from './batches.ts'
import { inMemory, whileRead } from './in-memory.ts'

const apps = ['one', 'two'] as const
const days = ['2026-02-28', '2026-03-01'] as const
const countries = ['US', 'DE'] as const
const currencies = ['USD', 'EUR', 'JPY'] as const
const accountCurrencies = ['USD', 'EUR'] as const

/** A decimal: its digits as a whole number, with the last `places` of them after the point. */
interface Decimal {
  readonly digits: bigint
  readonly places: number
}

interface Row {
  readonly day: (typeof days)[number]
  readonly app: (typeof apps)[number]
  readonly country: (typeof countries)[number]
  readonly slot: string | null
  readonly currency: (typeof currencies)[number]
  readonly impressions: number
  readonly clicks: number | null
  readonly requests: number | null
  readonly matched: number | null
  readonly amount: Decimal
}

interface Import {
  readonly rows: readonly Row[]
  readonly partial: boolean
}

/** Rates by day and currency, in this order. */
type Rates = readonly Decimal[]

/** Cases that share imports: the first imports of all cases are one, then the second ones. */
interface Batch {
  /** The currency of its accounts; a rate file is for one currency. */
  readonly currency: (typeof accountCurrencies)[number]
  readonly sequences: readonly (readonly Import[])[]
  /** Rates of each full import and of each partial one. */
  readonly rates: readonly { readonly whole: Rates; readonly partial: Rates }[]
}

/** The current amounts of one key. */
interface CurrentSums {
  readonly impressions: number
  readonly clicks: number
  /** Null while no row has stated them. */
  readonly requests: number | null
  readonly matched: number | null
  readonly micros: bigint
}

const decimal = (largest: bigint, smallest: bigint, fewest: number): fc.Arbitrary<Decimal> =>
  fc.record({
    digits: fc.bigInt(smallest, largest),
    places: fc.integer({ min: fewest, max: 9 }),
  })

// Halves and quarters of micros are frequent, so that double rounding is detected.
const amount = fc.oneof(
  fc.constantFrom(5n, 25n, -5n, -25n).map((digits) => ({ digits, places: 7 })),
  decimal(100n, -100n, 0),
  decimal(9_999_999_999n, -9_999_999_999n, 3),
)

const rate = fc.oneof(
  fc.constantFrom(1n, 5n, 15n).map((digits) => ({ digits, places: 1 })),
  decimal(99_999n, 1n, 3),
  decimal(999_999_999n, 1n, 6),
)

const row: fc.Arbitrary<Row> = fc.record({
  day: fc.constantFrom(...days),
  app: fc.constantFrom(...apps),
  country: fc.constantFrom(...countries),
  // Sums do not depend on how rows are divided among ad tags.
  slot: fc.constantFrom(null, 'bottom', 'top'),
  currency: fc.constantFrom(...currencies),
  impressions: fc.nat(1_000_000),
  clicks: fc.option(fc.nat(1_000)),
  requests: fc.option(fc.nat(2_000_000)),
  matched: fc.option(fc.nat(2_000_000)),
  amount,
})

const longest = 4

const sequence: fc.Arbitrary<Import[]> = fc.array(
  fc.record({
    rows: fc.array(row, { minLength: 1, maxLength: 10 }),
    partial: fc.boolean(),
  }),
  { minLength: 1, maxLength: longest },
)

const rates = fc.array(rate, {
  minLength: days.length * currencies.length,
  maxLength: days.length * currencies.length,
})

const batch: fc.Arbitrary<Batch> = fc.record({
  currency: fc.constantFrom(...accountCurrencies),
  sequences: batchOf(sequence),
  rates: fc.array(fc.record({ whole: rates, partial: rates }), {
    minLength: longest,
    maxLength: longest,
  }),
})

const shared = shareSite()
let accounts = 0
/** Memories that gave answers. */
let answered = 0

test(`any sequence of full and partial imports gives the sums of exact fractions (${caseCount} sequences)`, {
  timeout: propertyTimeoutMs,
}, async () => {
  const site = shared()
  await checkBatches(batch, async ({ currency, sequences, rates }) => {
    const publishers = await newAccounts(site, currency, sequences)
    for (const [nth, given] of rates.entries()) {
      const reader = publishers[nth]!
      for (const partial of [false, true]) {
        await whileRead(
          site.installation.figures,
          (store) => currentOf(site, reader, store),
          () => runImport(site, publishers, nth, partial, partial ? given.partial : given.whole),
        )
      }
      await expectInMemory(site, reader)
    }
    for (const one of publishers) await expectInMemory(site, one)
    const requests = await storedRequests(
      site,
      publishers.map(({ id }) => id),
    )
    for (const [index, { username, id, model }] of publishers.entries()) {
      const read = await site.readAccount(id, 'figures', ['day', 'app', 'country'])
      expect(read.sort()).toEqual(modelRows(publishers[index]!))
      expect(addedUp(requests[index]!).sort()).toEqual(
        [...model]
          .map(([key, { impressions, requests, matched }]) => {
            const [day, app, country] = key.split(' ')
            return `${day} ${username}.${app} ${country} ${impressions} ${requests} ${matched}`
          })
          .sort(),
      )
    }
  })
  expect(answered).toBeGreaterThan(0)
})

/** Expects the current figures of an account, with and without memory that they come from. */
async function expectInMemory(site: ImportSite, publisher: Publisher): Promise<void> {
  answered += await inMemory(site.installation.figures, true, async (store) => {
    expect(await currentOf(site, publisher, store)).toEqual(modelRows(publisher))
  })
}

/** Current figures of fewer days, which memory may have. */
async function currentOf(site: ImportSite, { id }: Publisher, figures: ReportStore) {
  const scope = { figures, days: ['2026-02-01', '2026-03-31'] } as const
  return (await site.readAccount(id, 'figures', ['day', 'app', 'country'], scope)).sort()
}

const modelRows = ({ username, model }: Publisher): string[] =>
  [...model]
    .map(([key, { impressions, clicks, micros }]) => {
      const [day, app, country] = key.split(' ')
      return `${day} ${username}.${app} ${country} ${impressions} ${clicks} 0 ${micros}`
    })
    .sort()

/** Lines of `day app country impressions requests matched`, with those of all ad tags added up. */
const addedUp = (lines: readonly string[]): string[] => {
  const keyOfLine = (line: string) => line.split(' ').slice(0, 3).join(' ')
  return [...Map.groupBy(lines, keyOfLine)].map(([key, of]) => {
    const counts = [3, 4, 5].map((at) =>
      knownSum(
        of
          .map((line) => line.split(' ')[at]!)
          .map((cell) => (cell === 'null' ? null : Number(cell))),
      ),
    )
    return [key, ...counts.map(String)].join(' ')
  })
}

/** A case: an account, and its figures in the model. */
interface Publisher {
  readonly username: string
  readonly id: number
  readonly currency: Batch['currency']
  readonly imports: readonly Import[]
  model: ReadonlyMap<string, CurrentSums>
}

async function newAccounts(
  site: ImportSite,
  currency: Batch['currency'],
  sequences: Batch['sequences'],
): Promise<Publisher[]> {
  const publishers: Publisher[] = []
  for (const imports of sequences) {
    const username = `rated-${accounts++}`
    await site.call(createAccount, { username, currency })
    const { id } = await site.installation.accounts.get(username)
    publishers.push({ username, id, currency, imports, model: new Map() })
  }
  const lines = publishers.flatMap(({ username }) =>
    apps.map((app) => `${username}.${app},${username},${app},android,${username}.${app}\n`),
  )
  await site.importApps(`app_id,publisher,app_name,platform,android_package\n${lines.join('')}`)
  return publishers
}

/** Imports the nth file of all accounts for which it is partial, or not, in one import. */
async function runImport(
  site: ImportSite,
  publishers: readonly Publisher[],
  nth: number,
  partial: boolean,
  rates: Rates,
): Promise<void> {
  const concerned = publishers.filter(({ imports }) => imports[nth]?.partial === partial)
  if (concerned.length === 0) return
  const answer = pangleAnswer(
    concerned.flatMap(({ username, imports }) =>
      imports[nth]!.rows.map((one) => toPangleRow(one, username)),
    ),
  )
  const lines = days.flatMap((day) =>
    currencies.map((currency) => `${day},${currency},${written(rateOf(rates, day, currency))}\n`),
  )
  await site.importStats([await site.file('pangle.json', answer)], {
    partial,
    rates: { name: 'rates.csv', text: `day,currency,rate\n${lines.join('')}` },
  })
  for (const publisher of concerned) {
    const { model, imports, currency } = publisher
    publisher.model = afterImport(model, imports[nth]!, rates, currency)
  }
}

const toPangleRow = (one: Row, username: string): Partial<PangleRow> => {
  const { app, impressions, clicks, requests, matched, amount: revenue, ...rest } = one
  const count = (value: number | null) => (value === null ? null : String(value))
  return {
    ...rest,
    impressions: String(impressions),
    clicks: count(clicks),
    requests: count(requests),
    matched: count(matched),
    package: `${username}.${app}`,
    os: 'android',
    revenue: written(revenue),
  }
}

const rateOf = (rates: Rates, day: Row['day'], currency: Row['currency']): Decimal =>
  rates[days.indexOf(day) * currencies.length + currencies.indexOf(currency)]!

const sliceOf = (key: string) => key.split(' ').slice(0, 2).join(' ')
const keyOf = ({ day, app, country }: Row) => `${day} ${app} ${country}`

function afterImport(
  before: ReadonlyMap<string, CurrentSums>,
  { rows, partial }: Import,
  rates: Rates,
  accountCurrency: string,
): Map<string, CurrentSums> {
  const stated = new Set(rows.map((one) => sliceOf(keyOf(one))))
  const after = new Map([...before].filter(([key]) => partial || !stated.has(sliceOf(key))))
  for (const [key, of] of Map.groupBy(rows, keyOf)) {
    const current = after.get(key) ?? noSums
    const worth = of.map((one) =>
      one.currency === accountCurrency
        ? one.amount
        : times(one.amount, rateOf(rates, one.day, one.currency)),
    )
    after.set(key, {
      impressions: of.reduce((sum, one) => sum + one.impressions, current.impressions),
      clicks: of.reduce((sum, one) => sum + (one.clicks ?? 0), current.clicks),
      requests: knownSum([current.requests, ...of.map((one) => one.requests)]),
      matched: knownSum([current.matched, ...of.map((one) => one.matched)]),
      micros: roundedSum([{ digits: current.micros, places: 6 }, ...worth]),
    })
  }
  return after
}

const noSums: CurrentSums = { impressions: 0, clicks: 0, requests: null, matched: null, micros: 0n }

/** The sum of the known counts; null when there are none. */
function knownSum(counts: readonly (number | null)[]): number | null {
  const known = counts.filter((count) => count !== null)
  return known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0)
}

const times = (one: Decimal, other: Decimal): Decimal => ({
  digits: one.digits * other.digits,
  places: one.places + other.places,
})

/** The sum in micros, rounded half away from zero. */
function roundedSum(parts: readonly Decimal[]): bigint {
  const places = 30
  const sum = parts.reduce(
    (total, one) => total + one.digits * 10n ** BigInt(places - one.places),
    0n,
  )
  const micro = 10n ** BigInt(places - 6)
  const size = sum < 0n ? -sum : sum
  const micros = (size + micro / 2n) / micro
  return sum < 0n ? -micros : micros
}

function written({ digits, places }: Decimal): string {
  const text = String(digits < 0n ? -digits : digits).padStart(places + 1, '0')
  const sign = digits < 0n ? '-' : ''
  if (places === 0) return sign + text
  return `${sign}${text.slice(0, -places)}.${text.slice(-places)}`
}
