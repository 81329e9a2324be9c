import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatInstant } from '../../src/values/instant.ts'
import { type ImportSite, shareSite } from '../import/import-site.ts'
import {
  type AskingPublisher,
  askedDays,
  askingPublishers,
  askReport,
  sortedRows,
} from './asked-reports.ts'
import { batchOf, caseCount, checkBatches, propertyTimeoutMs } from './batches.ts'
import {
  type CohortRow,
  cohortMetrics,
  countedCohorts,
  type EconomyDimension,
  returnMetrics,
  type SpendRow,
  spendByAge,
  spendMetrics,
} from './naive-economy.ts'
import { NaiveHistory, undoOne } from './naive-history.ts'

/** What a euro is worth on each day, in tenths of a dollar. */
const tenths: Readonly<Record<string, bigint>> = { [askedDays[0]]: 11n, [askedDays[1]]: 13n }
const rates = {
  name: 'rates.csv',
  text: ['day,currency,rate', `${askedDays[0]},EUR,1.1`, `${askedDays[1]},EUR,1.3`].join('\n'),
}

const count = fc.option(fc.nat(4), { freq: 3 })
const micros = fc.nat(3_000_005).map(BigInt)
const row = fc.record({
  date: fc.constantFrom(...askedDays),
  app: fc.constantFrom('one', 'two'),
  country: fc.constantFrom('US', 'DE'),
  channel: fc.constantFrom('unknown', 'search'),
  age: fc.constantFrom('0', '7', '30'),
  currency: fc.constantFrom('', 'USD', 'EUR'),
  users: fc.nat(6),
  some: count,
  cost: micros,
  ad: fc.option(micros, { freq: 3 }),
  other: fc.option(micros, { freq: 3 }),
})
type Drawn = typeof row extends fc.Arbitrary<infer Found> ? Found : never

const someRows = fc.array(row, { minLength: 1, maxLength: 10, size: 'max' })
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('spend' as const, 'cohorts' as const),
      source: fc.constantFrom('adjust', 'own'),
      rows: batchOf(fc.option(someRows, { freq: 4, nil: [] })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('undo' as const), which: fc.nat(9) }) },
)
type Step = typeof step extends fc.Arbitrary<infer Found> ? Found : never
type Import = Exclude<Step, { readonly which: number }>

const labels: readonly EconomyDimension[] = ['date', 'app_id', 'country', 'channel']
const question = fc.record({
  dimensions: fc.subarray([...labels], { minLength: 1 }),
  /** Null for all ages, each by itself. */
  age: fc.option(fc.constantFrom('0', '7')),
})

const shared = shareSite()
let returns = 0

test(`cost per install, retention, lifetime value and return on spend are those of a plain model, in one currency (${caseCount} sequences)`, {
  timeout: propertyTimeoutMs,
}, async () => {
  const site = shared()
  const drawn = fc.record({
    steps: fc.array(step, { minLength: 3, maxLength: 7 }),
    questions: fc.array(question, { minLength: 7, maxLength: 7 }),
  })
  await checkBatches(fc.noBias(drawn), async ({ steps, questions }) => {
    const publishers = await askingPublishers(site)
    const model = new NaiveHistory()
    const states: { readonly entry: number; readonly rows: readonly Stored[] }[] = []
    for (const one of steps) {
      const entry =
        one.kind === 'undo'
          ? await undoOne(one.which, site, model)
          : await importRows(one, site, model, publishers)
      if (entry !== null) states.push({ entry, rows: model.figures().map(parse) })
    }
    const entries = await site.installation.ledger.entries(null, 100)
    for (const [nth, { entry, rows }] of states.entries()) {
      const { committedAtMs } = entries.find(({ id }) => id === entry)!
      const at = { as_of: formatInstant(committedAtMs) }
      for (const one of publishers) await expectAnswers(site, one, rows, questions[nth]!, at)
    }
  })
  if (caseCount >= 40) expect(returns).toBeGreaterThan(0)
})

type Stored = (SpendRow & { readonly kind: 'spend' }) | (CohortRow & { readonly kind: 'cohorts' })

const write = (one: Stored) =>
  JSON.stringify(one, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))
const parse = (line: string): Stored =>
  JSON.parse(line, (_, value) =>
    /^-?\d+n$/.test(value) ? BigInt(String(value).slice(0, -1)) : value,
  )

/** Money of a row in dollars, rounded once. */
const inDollars = ({ date, currency }: Drawn, amount: bigint): bigint =>
  currency === 'EUR' ? (amount * tenths[date]! + 5n) / 10n : amount

const decimalOf = (amount: bigint | null) =>
  amount === null ? '' : (Number(amount) / 1_000_000).toFixed(6)

/** @returns the ledger entry; null when there is nothing to import */
async function importRows(
  { kind, source, rows }: Import,
  site: ImportSite,
  model: NaiveHistory,
  publishers: readonly AskingPublisher[],
): Promise<number | null> {
  const given = publishers.flatMap(({ username, sources }, nth) => {
    const own = firstOfKeys(rows[nth]!, kind === 'cohorts')
    if (kind === 'cohorts' && own.length > 0 && !sources.includes(source)) sources.push(source)
    return own.map((one) => ({ ...one, app_id: `${username}.${one.app}` }))
  })
  if (given.length === 0) return null
  const lines = given.map((one) => {
    const place = [one.date, one.app_id, one.channel, one.country, one.currency]
    return kind === 'spend'
      ? [...place, decimalOf(one.cost), one.some ?? ''].join()
      : [
          ...[...place, source, one.age, one.users, one.some ?? ''],
          ...[decimalOf(one.ad), decimalOf(one.other)],
        ].join()
  })
  const own =
    kind === 'spend'
      ? 'cost,installs'
      : 'source,age,cohort_users,active_users,ad_revenue,other_revenue'
  const columns = `date,app_id,channel,country,currency,${own}`
  const { import: id } = await site.importLines(lines, { columns, rates })
  const slices = Map.groupBy(given, ({ date, app_id, channel }) =>
    [kind, date, app_id, kind === 'spend' ? channel : source].join(' '),
  )
  const linesOf = (of: readonly (Drawn & { readonly app_id: string })[]) =>
    of.map((one) => {
      const { date, app_id, country, channel, age, users, some } = one
      const place = { date, app_id, country, channel }
      if (kind === 'spend') {
        return write({ ...place, kind, cost: inDollars(one, one.cost), installs: some })
      }
      const [ad, other] = [one.ad, one.other].map((each) => each && inDollars(one, each))
      return write({ ...place, kind, source, age, users, active: some, ad: ad!, other: other! })
    })
  model.import(id, new Map([...slices].map(([slice, of]) => [slice, linesOf(of)])))
  return id
}

function firstOfKeys(rows: readonly Drawn[], hasAges: boolean): Drawn[] {
  const keyOf = ({ date, app, country, channel, age }: Drawn) =>
    [date, app, country, channel, hasAges && age].join(' ')
  return [...Map.groupBy(rows, keyOf).values()].map(([first]) => first!)
}

async function expectAnswers(
  site: ImportSite,
  publisher: AskingPublisher,
  all: readonly Stored[],
  { dimensions, age }: typeof question extends fc.Arbitrary<infer Found> ? Found : never,
  at: Readonly<Record<string, string>>,
): Promise<void> {
  const own = all.filter(({ app_id }) => app_id.startsWith(`${publisher.username}.`))
  const spend = own.flatMap((one) => (one.kind === 'spend' ? [one] : []))
  const cohorts = countedCohorts({
    spend,
    cohorts: own.flatMap((one) => (one.kind === 'cohorts' ? [one] : [])),
    sources: publisher.sources,
  }).map((one) => ({ ...one, kind: 'cohorts' as const }))
  const isAsked = (row: { readonly age: string }) => age === null || row.age === age
  const aged = spendByAge(spend, cohorts)
    .filter(isAsked)
    .map((one) => ({ ...one, kind: 'spend' as const }))
  const reached = cohorts.filter(isAsked)
  const byAge = [...dimensions, ...(age === null ? ['age' as const] : [])]
  const expectRows = async (
    by: readonly EconomyDimension[],
    rows: readonly Stored[],
    metricsOf: (group: readonly Stored[]) => object,
  ) => {
    const keyOf = (one: Stored) => by.map((name) => (one as AgedRow)[name])
    const groups = Map.groupBy(rows, (one) => keyOf(one).join(' '))
    const expected = [...groups.values()].map((group) => ({
      ...Object.fromEntries(by.map((name, place) => [name, keyOf(group[0]!)[place]])),
      ...metricsOf(group),
    }))
    const metrics = Object.keys(metricsOf([])).join()
    const isOfOneAge = by === byAge && age !== null
    const query = { dimensions: by.join(), metrics, ...(isOfOneAge && { age }), ...at }
    expect(sortedRows(await askReport(site, publisher, query))).toEqual(sortedRows(expected))
  }
  const spendIn = (group: readonly Stored[]) =>
    group.flatMap((one) => (one.kind === 'spend' ? [one] : []))
  const cohortsIn = (group: readonly Stored[]) =>
    group.flatMap((one) => (one.kind === 'cohorts' ? [one] : []))
  returns += aged.length
  await expectRows(dimensions, spend, (group) => spendMetrics(spendIn(group)))
  await expectRows(byAge, reached, (group) => cohortMetrics(cohortsIn(group)))
  await expectRows(byAge, [...aged, ...reached], (group) => ({
    ...returnMetrics(cohortsIn(group), spendIn(group), spend),
    ...spendMetrics(spendIn(group)),
  }))
}

type AgedRow = Readonly<Record<EconomyDimension, string>>
