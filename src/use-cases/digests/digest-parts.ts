import type { Amounts } from '../../insight/amounts.ts'
import type { Comparison } from '../../insight/comparison.ts'
import { effectNames } from '../../insight/effects.ts'
import type { App } from '../../publishers/app.ts'
import type { Principal } from '../../publishers/principal.ts'
import { VisibleApps } from '../../records/visible-apps.ts'
import type { MetricName } from '../../reporting/metrics.ts'
import type { NamedRange } from '../../values/compared-range.ts'
import { addDays, type DaySpan, formatDay } from '../../values/day.ts'
import { changeRatio } from '../insight/change-ratio.ts'
import { explainRanges } from '../insight/explain-change.ts'
import { findMissing } from '../insight/find-missing.ts'
import { type Home, mostUnusual } from '../insight/home.ts'
import type { InsightSources } from '../insight/read-figures.ts'
import { expectedOf } from '../to-do/missing-money.ts'
import { countOf, ecpmOf, moneyOf } from '../tools/tool.ts'
import type { CiteDigest } from './cite-digest.ts'
import type {
  DigestChange,
  DigestComparison,
  DigestForecast,
  DigestMissing,
  DigestUnusual,
} from './digest.ts'

const shownContributions = 3

/** What the parts of a digest are made from. */
export interface DigestSources {
  readonly sources: InsightSources
  readonly principal: Principal
  readonly days: DaySpan
  readonly cite: CiteDigest
  readonly signal: AbortSignal
}

/** The API's names and forms of amounts. */
export const amountsOf = (amounts: Amounts) => ({
  revenue: moneyOf(amounts.revenueMicros),
  impressions: countOf(amounts.impressions),
  ecpm: ecpmOf(amounts),
})

/** @param url of the citation */
export function comparisonOf(
  against: NamedRange,
  { dayCount, current, previous, networks }: Comparison,
  url: string | null,
): DigestComparison {
  const ratio = (metric: MetricName) =>
    dayCount === 0 ? null : changeRatio(metric, current, previous)
  return {
    against,
    compared_days: dayCount,
    current: amountsOf(current),
    previous: amountsOf(previous),
    change_ratios: {
      revenue: ratio('revenue'),
      impressions: ratio('impressions'),
      ecpm: ratio('ecpm'),
    },
    left_out: networks.filter((one) => one.leftOut.length > 0).map((one) => one.network),
    url,
  }
}

/** What the change on the same weekdays before comes from. */
export async function changeOf({
  sources,
  principal,
  days,
  cite,
  signal,
}: DigestSources): Promise<DigestChange> {
  const against = 'previous_weekdays'
  const scope = { principal, apps: null, filters: {} }
  const { change } = await explainRanges(sources, scope, days, against, shownContributions, signal)
  const apps = await appsByKey(sources, principal)
  const { current, previous, effects } = change.total
  const rows = change.breakdowns
    .at(-1)!
    .rows.filter((row) => row.current.revenueMicros !== row.previous.revenueMicros)
  return {
    change: moneyOf(current.revenueMicros - previous.revenueMicros),
    effects: Object.fromEntries(effectNames.map((name) => [name, moneyOf(effects[name])])),
    largest: rows.map(({ key, ...row }) => {
      const { network, country } = key as Required<typeof key>
      const app = apps.get(key.app!)
      return {
        app: app?.name ?? '',
        network,
        country,
        change: moneyOf(row.current.revenueMicros - row.previous.revenueMicros),
        url: app ? cite(days, { against, app: app.appId, network, country }) : null,
      }
    }),
  }
}

const appsByKey = async (
  { apps }: InsightSources,
  principal: Principal,
): Promise<ReadonlyMap<number, App>> =>
  new Map((await new VisibleApps(apps, principal).ever()).map((app) => [app.key, app]))

/** The network or app that is furthest from what was expected; null for none. */
export async function unusualOf({
  sources,
  principal,
  days,
  cite,
  signal,
}: DigestSources): Promise<DigestUnusual | null> {
  const found = await mostUnusual(sources, { principal, apps: null, filters: {} }, days, signal)
  if (!found) return null
  const { key, day } = found
  const app = typeof key === 'number' ? (await appsByKey(sources, principal)).get(key) : undefined
  const part =
    typeof key === 'number'
      ? { app: app?.appId, without: found.unjudged }
      : { network: String(key) }
  const isNamed = typeof key !== 'number' || app !== undefined
  return {
    date: formatDay(day),
    of: typeof key === 'number' ? (app?.name ?? '') : String(key),
    revenue: moneyOf(found.revenueMicros),
    expected: moneyOf(found.expectedMicros),
    url: isNamed ? cite({ firstDay: day, lastDay: day }, part) : null,
  }
}

/** Two months, by which expected revenue is judged. */
const judgedDays = 63

/** The networks that have not reported all of the days. */
export async function missingOf({
  sources,
  principal,
  days,
  cite,
  signal,
}: DigestSources): Promise<DigestMissing[]> {
  const missing = await findMissing(sources, principal, days, signal)
  const before = { firstDay: addDays(days.firstDay, -judgedDays), lastDay: days.lastDay }
  return [...Map.groupBy(missing, ({ network }) => network)].map(([network, own]) => {
    const { moneyMicros } = expectedOf(own)
    return {
      network,
      days: own.length,
      expected: moneyMicros === null ? null : moneyOf(moneyMicros),
      url: cite(before, { network, byDay: true }),
    }
  })
}

/** How the month of the day after will end. */
export function forecastOf({ forecast }: Home, days: DaySpan, cite: CiteDigest): DigestForecast {
  const { month, soFarMicros, pointMicros, range } = forecast
  const moneyOrNull = (micros: bigint | null) => (micros === null ? null : moneyOf(micros))
  const isBegun = month.firstDay <= days.lastDay
  return {
    month: formatDay(month.firstDay).slice(0, 7),
    so_far: moneyOf(soFarMicros),
    expected: moneyOrNull(pointMicros),
    low: moneyOrNull(range?.lowMicros ?? null),
    high: moneyOrNull(range?.highMicros ?? null),
    url: isBegun ? cite({ firstDay: month.firstDay, lastDay: days.lastDay }) : null,
  }
}
