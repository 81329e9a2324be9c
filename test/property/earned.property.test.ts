import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, formatDay, parseDay } from '../../src/values/day.ts'
import { shareSite } from '../import/import-site.ts'
import { type AskingPublisher, askingPublishers, askReport } from './asked-reports.ts'
import { batchOf, caseCount, checkBatches, propertyTimeoutMs } from './batches.ts'

const days = [0, 1, 2, 3].map((day) => formatDay(addDays(parseDay('2026-02-01')!, day)))
const dayAfter = (date: string, count: number) => formatDay(addDays(parseDay(date)!, count))

const place = {
  date: fc.constantFrom(...days),
  app: fc.constantFrom('one', 'two'),
  country: fc.constantFrom('US', 'DE'),
}
const revenue = fc.record({ ...place, micros: fc.bigInt(-3n, 9_000_007n) })
// Their codes are in this order: one is built in.
const channels = ['unknown', 'search'] as const
const told = fc.record({
  ...place,
  channel: fc.constantFrom(...channels),
  age: fc.nat(3),
  micros: fc.option(fc.bigInt(0n, 3_000_005n), { freq: 6 }),
})
type Revenue = typeof revenue extends fc.Arbitrary<infer Found> ? Found : never
type Told = typeof told extends fc.Arbitrary<infer Found> ? Found : never

const some = <Row>(row: fc.Arbitrary<Row>, keyOf: (row: Row) => string, most: number) =>
  batchOf(fc.uniqueArray(row, { selector: keyOf, maxLength: most, size: 'max' }))
const slice = ({ date, app, country }: Omit<Revenue, 'micros'>) => `${date} ${app} ${country}`
const drawn = fc.record({
  booked: some(revenue, slice, 14),
  own: some(revenue, slice, 8),
  cohorts: some(told, (one) => `${slice(one)} ${one.channel} ${one.age}`, 40),
})

const shared = shareSite()
let scaledParts = 0

test(`revenue by channel and age is that of a plain model, and all rows together are what is booked (${caseCount} studios)`, {
  timeout: propertyTimeoutMs,
}, async () => {
  const site = shared()
  await checkBatches(fc.noBias(drawn), async ({ booked, own, cohorts }) => {
    const publishers = await askingPublishers(site)
    const importAll = async <Row extends { readonly app: string }>(
      rows: readonly (readonly Row[])[],
      columns: string,
      write: (row: Row, app: string) => string,
      more = {},
    ) => {
      const lines = publishers.flatMap(({ username }, nth) =>
        rows[nth]!.map((row) => write(row, `${username}.${row.app}`)),
      )
      if (lines.length > 0) await site.importLines(lines, { columns, ...more })
    }
    const figures = 'date,app_id,network,format,country,impressions,revenue'
    const line = ({ date, country, micros }: Revenue, app: string) =>
      `${date},${app},admob,banner,${country},1,${decimalOf(micros)}`
    await importAll(booked, figures, line)
    await importAll(own, figures, line, { as: 'max' })
    await importAll(
      cohorts,
      'date,app_id,source,channel,country,age,cohort_users,ad_revenue',
      ({ date, channel, country, age, micros }, app) =>
        `${date},${app},max,${channel},${country},${age},1,${micros === null ? '' : decimalOf(micros)}`,
    )
    for (const [nth, publisher] of publishers.entries()) {
      await expectParts(publisher, partsOf(booked[nth]!, own[nth]!, cohorts[nth]!))
    }
  })
  expect(scaledParts).toBeGreaterThan(0)
})

interface Part extends Omit<Revenue, 'micros'> {
  readonly channel: string
  readonly age: string
  readonly micros: bigint
  /** Absent in the rest. */
  readonly measured?: bigint
}

/** What each cohort earned, and the rest. */
function partsOf(
  booked: readonly Revenue[],
  own: readonly Revenue[],
  cohorts: readonly Told[],
): Part[] {
  const known = cohorts.filter(({ micros }) => micros !== null)
  const cohortOf = ({ channel, ...one }: Told) => `${slice(one)} ${channel}`
  const parts: Part[] = []
  for (const { micros, ...at } of booked) {
    const earned = known
      .filter((one) => slice({ ...one, date: dayAfter(one.date, one.age) }) === slice(at))
      .flatMap((one) => {
        const before = known.find(
          (other) => cohortOf(other) === cohortOf(one) && other.age === one.age - 1,
        )
        if (one.age > 0 && !before) return []
        return [{ ...one, measured: one.micros! - (before?.micros ?? 0n) }]
      })
      .sort((a, b) => channels.indexOf(a.channel) - channels.indexOf(b.channel) || a.age - b.age)
    const ofDay = own.filter(({ date, app }) => date === at.date && app === at.app)
    const divisor =
      ofDay.length === 0 ? micros : (ofDay.find((one) => slice(one) === slice(at))?.micros ?? 0n)
    let [upTo, rest] = [0n, micros]
    for (const { channel, age, measured } of divisor > 0n ? earned : []) {
      const scaled = (micros * (upTo + measured)) / divisor - (micros * upTo) / divisor
      upTo += measured
      rest -= scaled
      parts.push({ ...at, channel, age: String(age), micros: scaled, measured })
    }
    if (rest !== 0n) {
      parts.push({ ...at, channel: 'not_in_cohorts', age: 'not_in_cohorts', micros: rest })
    }
  }
  return parts
}

type Label = 'date' | 'app_id' | 'country' | 'channel' | 'age'

async function expectParts(publisher: AskingPublisher, parts: readonly Part[]): Promise<void> {
  scaledParts += parts.filter(({ age }) => age !== 'not_in_cohorts').length
  const rows = parts.map(({ app, ...part }) => ({
    ...part,
    app_id: `${publisher.username}.${app}`,
  }))
  const expectSums = async (
    by: readonly Label[],
    only: readonly (typeof rows)[number][],
    more = {},
  ) => {
    const groups = Map.groupBy(only, (row) => by.map((name) => row[name]).join(' '))
    const sums = [...groups].map(([key, of]) => [
      key,
      String(of.reduce((sum, { micros }) => sum + micros, 0n)),
    ])
    const range = { start_date: days[0]!, end_date: days.at(-1)! }
    const query = { dimensions: by.join(), metrics: 'revenue_micros', ...range, ...more }
    const found = await askReport(shared(), publisher, query)
    const shown = found.map((row) => [
      by.map((name) => row[name]).join(' '),
      String(row.revenue_micros),
    ])
    expect(shown.sort()).toEqual(sums.sort())
  }
  await expectSums(['date', 'app_id', 'country', 'channel', 'age'], rows)
  await expectSums(['channel'], rows)
  await expectSums(['date', 'age'], rows)
  const rest = rows.filter(({ age }) => age === 'not_in_cohorts')
  await expectSums(['date', 'country'], rest, { age: 'not_in_cohorts' })
  const first = rows.filter(({ age }) => age === '0')
  await expectSums(['channel', 'date'], first, { age_not: '1,2,3,not_in_cohorts' })
  // What is booked of a day, app and country may be nothing: then it has no parts, and a row of zero.
  const searched = rows.filter(({ channel }) => channel === 'search')
  await expectSums(['date', 'country'], searched, { channel: 'search' })
  await expectFactors(publisher, parts)
}

function decimalOf(micros: bigint): string {
  const digits = String(micros < 0n ? -micros : micros).padStart(7, '0')
  return `${micros < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`
}

/** Sorted by the store as by the value that is shown, whose divisor may be negative. */
async function expectFactors(publisher: AskingPublisher, parts: readonly Part[]): Promise<void> {
  const cohorts = Map.groupBy(
    parts.filter(({ measured }) => measured !== undefined),
    ({ date, channel }) => `${date} ${channel}`,
  )
  const expected = [...cohorts].map(([key, of]) => {
    const sum = (read: (part: Part) => bigint) => of.reduce((up, part) => up + read(part), 0n)
    return [
      key,
      factorOf(
        sum(({ micros }) => micros),
        sum(({ measured }) => measured!),
      ),
    ] as const
  })
  const found = await askReport(shared(), publisher, {
    dimensions: 'date,channel',
    metrics: 'booked_factor',
    channel: channels.join(),
    order_by: 'booked_factor:asc',
    start_date: days[0]!,
    end_date: days.at(-1)!,
  })
  const shown = found.map((row) => [`${row.date} ${row.channel}`, row.booked_factor] as const)
  expect(shown.map(([, factor]) => factor)).toEqual(
    expected.map(([, factor]) => factor).sort((a, b) => a - b),
  )
  expect(new Map(shown)).toEqual(new Map(expected))
}

/** Rounded half away from zero to six decimals; 0 of nothing. */
function factorOf(scaled: bigint, measured: bigint): number {
  if (measured === 0n) return 0
  const size = (value: bigint) => (value < 0n ? -value : value)
  const rounded = (2_000_000n * size(scaled) + size(measured)) / (2n * size(measured))
  return Number(scaled < 0n === measured < 0n ? rounded : -rounded) / 1e6
}
