import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { type ImportSite, shareSite } from '../import/import-site.ts'
import { type PangleRow, pangleAnswer } from '../import/network-reports.ts'

const cases = Number(process.env.ADTALLY_PROPERTY_CASES ?? (process.env.CI ? 1_000 : 100))

const apps = ['one', 'two'] as const
const days = ['2026-02-28', '2026-03-01'] as const
const countries = ['US', 'DE'] as const
const currencies = ['USD', 'EUR', 'JPY'] as const
const accountCurrencies = ['USD', 'EUR'] as const

/** A decimal: its digits as a whole number, the last `places` of them behind the point. */
interface Decimal {
  readonly digits: bigint
  readonly places: number
}

interface Row {
  readonly day: (typeof days)[number]
  readonly app: (typeof apps)[number]
  readonly country: (typeof countries)[number]
  readonly currency: (typeof currencies)[number]
  readonly impressions: number
  readonly clicks: number | null
  readonly amount: Decimal
}

interface Import {
  readonly rows: readonly Row[]
  readonly partial: boolean
  /** By day and currency, in the order of both. */
  readonly rates: readonly Decimal[]
}

interface Sequence {
  readonly currency: (typeof accountCurrencies)[number]
  readonly imports: readonly Import[]
}

/** What stands for one key. */
interface Standing {
  readonly impressions: number
  readonly clicks: number
  readonly micros: bigint
}

const decimal = (largest: bigint, smallest: bigint, fewest: number): fc.Arbitrary<Decimal> =>
  fc.record({
    digits: fc.bigInt(smallest, largest),
    places: fc.integer({ min: fewest, max: 9 }),
  })

// Half micros and halves of those are common, so that a rounding too many shows.
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
  currency: fc.constantFrom(...currencies),
  impressions: fc.nat(1_000_000),
  clicks: fc.option(fc.nat(1_000)),
  amount,
})

const sequence: fc.Arbitrary<Sequence> = fc.record({
  currency: fc.constantFrom(...accountCurrencies),
  imports: fc.array(
    fc.record({
      rows: fc.array(row, { minLength: 1, maxLength: 10 }),
      partial: fc.boolean(),
      rates: fc.array(rate, {
        minLength: days.length * currencies.length,
        maxLength: days.length * currencies.length,
      }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
})

const shared = shareSite()
let accounts = 0

test(`any sequence of whole and partial imports ends where exact fractions say (${cases} sequences)`, async () => {
  const site = shared()
  await fc.assert(
    fc.asyncProperty(sequence, async ({ currency, imports }) => {
      const account = `rated-${accounts++}`
      const id = await newAccount(site, account, currency)
      let model = new Map<string, Standing>()
      for (const one of imports) {
        await runImport(site, account, one)
        model = afterImport(model, one, currency)
      }
      const read = await site.readAccount(id, 'figures', ['day', 'app', 'country'])
      expect(read.sort()).toEqual(
        [...model]
          .map(([key, { impressions, clicks, micros }]) => {
            const [day, app, country] = key.split(' ')
            return `${day} ${account}.${app} ${country} ${impressions} ${clicks} 0 ${micros}`
          })
          .sort(),
      )
    }),
    { numRuns: cases },
  )
}, 600_000)

async function newAccount(site: ImportSite, account: string, currency: string): Promise<number> {
  await site.call(createAccount, { username: account, currency })
  const lines = apps.map((app) => `${account}.${app},${account},${app},android,${account}.${app}\n`)
  await site.importApps(`app_id,publisher,app_name,platform,android_package\n${lines.join('')}`)
  return (await site.installation.accounts.get(account)).id
}

async function runImport(site: ImportSite, account: string, { rows, partial, rates }: Import) {
  const answer = pangleAnswer(
    rows.map(({ app, impressions, clicks, amount: revenue, ...rest }): Partial<PangleRow> => {
      const counts = {
        impressions: String(impressions),
        clicks: clicks === null ? null : `${clicks}`,
      }
      return {
        ...rest,
        ...counts,
        package: `${account}.${app}`,
        os: 'android',
        revenue: written(revenue),
      }
    }),
  )
  const lines = days.flatMap((day) =>
    currencies.map((currency) => `${day},${currency},${written(rateOf(rates, day, currency))}\n`),
  )
  await site.importStats([await site.file('pangle.json', answer)], {
    partial,
    rates: { name: 'rates.csv', text: `day,currency,rate\n${lines.join('')}` },
  })
}

const rateOf = (rates: readonly Decimal[], day: Row['day'], currency: Row['currency']): Decimal =>
  rates[days.indexOf(day) * currencies.length + currencies.indexOf(currency)]!

const sliceOf = (key: string) => key.split(' ').slice(0, 2).join(' ')
const keyOf = ({ day, app, country }: Row) => `${day} ${app} ${country}`

function afterImport(
  before: ReadonlyMap<string, Standing>,
  { rows, partial, rates }: Import,
  accountCurrency: string,
): Map<string, Standing> {
  const stated = new Set(rows.map((one) => sliceOf(keyOf(one))))
  const after = new Map([...before].filter(([key]) => partial || !stated.has(sliceOf(key))))
  for (const [key, of] of Map.groupBy(rows, keyOf)) {
    const stood = after.get(key) ?? { impressions: 0, clicks: 0, micros: 0n }
    const worth = of.map((one) =>
      one.currency === accountCurrency
        ? one.amount
        : times(one.amount, rateOf(rates, one.day, one.currency)),
    )
    after.set(key, {
      impressions: of.reduce((sum, one) => sum + one.impressions, stood.impressions),
      clicks: of.reduce((sum, one) => sum + (one.clicks ?? 0), stood.clicks),
      micros: roundedSum([{ digits: stood.micros, places: 6 }, ...worth]),
    })
  }
  return after
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
