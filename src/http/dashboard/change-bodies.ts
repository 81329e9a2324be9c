import type { Anomaly } from '../../insight/anomalies.ts'
import type { Contribution } from '../../insight/contributions.ts'
import type { Against } from '../../insight/day-pairs.ts'
import { type Effects, effectNames } from '../../insight/effects.ts'
import type { App } from '../../publishers/app.ts'
import { changeRatio } from '../../use-cases/insight/change-ratio.ts'
import type { RangesExplained } from '../../use-cases/insight/explain-change.ts'
import { type DaySpan, formatDay } from '../../values/day.ts'
import { amountsBody, coverageBody, rangesBody, spanBody } from './insight-bodies.ts'
import { type WireNumber, wire } from './wire-number.ts'

type NameApp = ReturnType<typeof appNames>

/** @param nameApp see {@link appNames} */
export const contributionsBody = (
  days: DaySpan,
  against: Against,
  { comparison, change: { total, leftOut, breakdowns } }: RangesExplained,
  nameApp: NameApp,
) => ({
  ...rangesBody(days, against, comparison.other),
  ...coverageBody(comparison),
  networks: comparison.networks.map((one) => ({ network: one.network, ...coverageBody(one) })),
  total: contributionBody(total),
  not_compared: {
    current: amountsBody(leftOut.current),
    previous: amountsBody(leftOut.previous),
  },
  breakdowns: breakdowns.map(({ by, rows, others }) => ({
    by: by.map((key) => (key === 'app' ? 'app_id' : key)),
    rows: rows.map(({ key, kind, ...row }) => ({
      app: nameApp(key.app),
      network: key.network ?? null,
      country: key.country ?? null,
      kind,
      ...contributionBody(row),
    })),
    others: others && { count: others.count, ...contributionBody(others) },
  })),
})

const contributionBody = ({ current, previous, effects }: Contribution) => ({
  current: amountsBody(current),
  previous: amountsBody(previous),
  change_micros: wire(current.revenueMicros - previous.revenueMicros),
  change_ratio: changeRatio('revenue', current, previous),
  effects: effectsBody(effects),
})

export const effectsBody = (effects: Effects) =>
  Object.fromEntries(effectNames.map((name) => [`${name}_micros`, wire(effects[name])])) as Record<
    `${(typeof effectNames)[number]}_micros`,
    WireNumber
  >

export const anomaliesBody = (
  days: DaySpan,
  { anomalies, count }: { readonly anomalies: readonly Anomaly[]; readonly count: number },
  nameApp: NameApp,
) => ({
  ...spanBody(days),
  count,
  anomalies: anomalies.map((one) => anomalyBody(one, nameApp)),
})

export const anomalyBody = (one: Anomaly, nameApp: NameApp) => ({
  date: formatDay(one.day),
  scope: one.scope,
  app: typeof one.key === 'number' ? nameApp(one.key) : null,
  network: typeof one.key === 'string' ? one.key : null,
  revenue_micros: wire(one.revenueMicros),
  expected_micros: wire(one.expectedMicros),
  low_micros: wire(one.lowMicros),
  high_micros: wire(one.highMicros),
  change_ratio: changeRatio(
    'revenue',
    { impressions: 0n, revenueMicros: one.revenueMicros },
    { impressions: 0n, revenueMicros: one.expectedMicros },
  ),
  weeks: one.weeks,
  unjudged_networks: one.unjudged,
})

/** Names the apps of rows. Each row's app was found among the account's. */
export function appNames(apps: readonly App[]) {
  const known = new Map(apps.map((one) => [one.key, one]))
  return (key: number | undefined) => {
    const found = key === undefined ? undefined : known.get(key)
    return found ? appBody(found) : null
  }
}

export const appBody = (app: App) => ({
  app_id: app.appId,
  name: app.name,
  platform: app.platform,
  store_id: app.appStoreId ?? app.androidPackage ?? app.appBundleId ?? null,
})
