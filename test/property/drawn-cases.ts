import fc from 'fast-check'

// The values that fast-check draws: data sets and questions, with small numbers in place of names.
// The test turns them into apps and requests of a separate account.

export interface DrawnApp {
  readonly name: string
  readonly platform: 'ios' | 'android' | 'amazon'
  readonly identified: boolean
}

export interface DrawnFigure {
  /** Index into the apps, modulo their number. */
  readonly app: number
  /** Days after the first. */
  readonly day: number
  readonly network: string
  readonly format: string
  readonly country: string
  readonly adTag: string | null
  readonly impressions: bigint
  readonly clicks: bigint | null
  readonly micros: bigint
}

export interface DrawnQuestion {
  readonly firstDay: number
  readonly dayCount: number
  readonly selector:
    | { readonly kind: 'none' }
    | { readonly kind: 'ids'; readonly apps: readonly number[] }
    | { readonly kind: 'identifier'; readonly app: number; readonly which: number }
  readonly countries: readonly string[] | null
  readonly networks: readonly string[] | null
  readonly groupBy: 'network' | 'format' | 'country' | null
  /** How the request is written: letter case, lists joined or repeated, slash, bearer, compression. */
  readonly style: {
    readonly upper: boolean
    readonly repeated: boolean
    readonly slash: boolean
    readonly bearer: boolean
    readonly gzip: boolean
  }
}

export interface DrawnCase {
  readonly currency: string
  readonly apps: readonly DrawnApp[]
  readonly imports: readonly (readonly DrawnFigure[])[]
  readonly questions: readonly DrawnQuestion[]
}

// One frequent name, names that UTF-8 and UTF-16 sort differently, and arbitrary other names.
const appName = fc.oneof(
  fc.constantFrom('Rocket', 'rocket', 'Äpfel', 'ｚ', '😀', 'a "b", c', '=1+1', '\\"\n'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 10 }),
)

const app = fc.record<DrawnApp>({
  name: appName,
  platform: fc.constantFrom('ios', 'android', 'amazon'),
  identified: fc.boolean(),
})

/** Unsorted, so that they may be imported in any order. */
export const networkNames = ['ownnet', 'admob', 'zeta', 'a_1', 'a1', 'ab']
export const formatNames = ['video', 'banner', 'app_open', 'unknown']
const countryCodes = ['US', 'DE', 'ZZ', 'XK', 'AD']

// Half of all rows share a network, a format and a country, so rows of different apps and days
// often differ in nothing else.
const network = fc.oneof(
  { weight: 10, arbitrary: fc.constant('ownnet') },
  { weight: 10, arbitrary: fc.constantFrom(...networkNames) },
  { weight: 1, arbitrary: fc.stringMatching(/^[a-z0-9_]{1,4}$/) },
)
const mostly = (usual: string, all: readonly string[]) =>
  fc.oneof(fc.constant(usual), fc.constantFrom(...all))

const impressions = fc.oneof(
  fc.constant(0n),
  fc.bigInt(1n, 9n),
  fc.bigInt(10n, 2_000_000n),
  fc.bigInt(0n, 999_999_999_999_999n),
)

const positiveMicros = fc.oneof(
  fc.constant(0n),
  fc.bigInt(1n, 20_000n),
  // A multiple of half a cent needs rounding every other time.
  fc.bigInt(0n, 200_000n).map((halves) => halves * 5_000n),
  fc
    .bigInt(0n, 200_000n)
    .map((halves) => halves * 5_000n - 1n)
    .filter((micros) => micros >= 0n),
  fc.bigInt(0n, 50_000_000n),
  // A few of the largest add up to more than 2^53 micros.
  fc.bigInt(9_000_000_000_000_000n, 9_999_999_999_999_999n),
)

const micros = fc.oneof(
  { weight: 5, arbitrary: positiveMicros },
  { weight: 1, arbitrary: positiveMicros.map((amount) => -amount) },
)

const figure = fc.record<DrawnFigure>({
  app: fc.nat(3),
  day: fc.nat(5),
  network,
  format: mostly('video', formatNames),
  country: mostly('US', countryCodes),
  adTag: fc.constantFrom(null, null, 'default', 'top', 'Top'),
  impressions,
  clicks: fc.option(fc.bigInt(0n, 1_000n), { nil: null }),
  micros,
})

/** Rows of one import must have different keys; no tag equals the tag `default`. */
const figures = (maxLength: number, appCount: number) =>
  fc.uniqueArray(figure, {
    minLength: 1,
    maxLength,
    selector: ({ app, day, network, format, country, adTag }) =>
      JSON.stringify([app % appCount, day, network, format, country, adTag ?? 'default']),
  })

const someOf = (names: readonly string[]) =>
  fc.option(fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 }), {
    nil: null,
    freq: 2,
  })

const question = fc.record<DrawnQuestion>({
  firstDay: fc.integer({ min: -1, max: 5 }),
  dayCount: fc.integer({ min: 1, max: 8 }),
  selector: fc.oneof(
    fc.record({ kind: fc.constant('none' as const) }),
    fc.record({
      kind: fc.constant('ids' as const),
      apps: fc.array(fc.nat(3), { minLength: 1, maxLength: 4 }),
    }),
    fc.record({ kind: fc.constant('identifier' as const), app: fc.nat(3), which: fc.nat(1) }),
  ),
  countries: someOf([...countryCodes, 'NZ']),
  networks: someOf([...networkNames, 'nobody']),
  groupBy: fc.option(fc.constantFrom('network', 'format', 'country'), { nil: null, freq: 1 }),
  style: fc.record({
    upper: fc.boolean(),
    repeated: fc.boolean(),
    slash: fc.boolean(),
    bearer: fc.boolean(),
    gzip: fc.boolean(),
  }),
})

export const drawnCase: fc.Arbitrary<DrawnCase> = fc
  .array(app, { minLength: 1, maxLength: 4 })
  .chain((apps) =>
    fc.record<DrawnCase>({
      currency: fc.constantFrom('USD', 'EUR'),
      apps: fc.constant(apps),
      imports: fc
        .tuple(
          figures(30, apps.length),
          // Two cases in five restate some of the imported figures.
          fc.option(figures(8, apps.length), { nil: null, freq: 2 }),
        )
        .map(([first, second]) => (second ? [first, second] : [first])),
      questions: fc.array(question, { minLength: 4, maxLength: 4 }),
    }),
  )
