import type { ExactInteger } from '../values/exact-integer.ts'
import { depthMetrics } from './depth-metrics.ts'
import { economyMetrics } from './economy-metrics.ts'
import type { Metric, Unit } from './metric.ts'
import { shareMetrics } from './share-metrics.ts'
import { isSettledSum, kindsOf, rowSums, type Sum, settledSums, storedSums } from './stored-sums.ts'

export type { Metric, Sum, Unit }

/** The sums that slices have too; unknown clicks and installs add nothing. */
export const countedSums = [
  'impressions',
  'clicks',
  'installs',
  'revenueMicros',
] as const satisfies readonly Sum[]

/** The numbers that stores add up. Every metric is derived from these. */
export const sums = [...Object.keys(storedSums), ...settledSums] as Sum[]

/** Those of ad figures alone. */
export const figureSums = sums.filter((sum) => {
  const [kind, ...others] = kindsOf([sum])
  return kind === 'figures' && others.length === 0
})

/** A row of several kinds may have only one of them: these sums of its plan tell. */
export const mixedSums = Object.values(rowSums)

export type CountedSum = (typeof countedSums)[number]

/** Totals of some rows. Sums that were not requested are absent. */
export type Sums = Partial<Record<Sum, ExactInteger>>

/**
 * The metric catalogue. The server and the dashboard derive every shown value from it. Revenue is in
 * micros: 10,000 are a cent.
 */
export const metrics = {
  impressions: {
    name: 'impressions',
    title: 'Impressions',
    unit: 'count',
    of: 'impressions',
    factor: 1,
    per: 1,
    decimals: 0,
    description: 'Ads shown.',
  },
  knownClicks: {
    name: 'clicks',
    title: 'Clicks',
    unit: 'count',
    of: 'clicks',
    factor: 1,
    per: 1,
    decimals: 0,
    known: 'clicksRows',
    description: 'Clicks on ads.',
  },
  knownInstalls: {
    name: 'installs',
    title: 'Installs',
    unit: 'count',
    of: 'installs',
    factor: 1,
    per: 1,
    decimals: 0,
    known: 'installsRows',
    description: 'Installs that followed ads.',
  },
  requests: {
    name: 'requests',
    title: 'Ad requests',
    unit: 'count',
    of: 'requests',
    factor: 1,
    per: 1,
    decimals: 0,
    known: 'requestsRows',
    description: 'Requests for an ad that reached the network.',
  },
  matchedRequests: {
    name: 'matched_requests',
    title: 'Matched requests',
    unit: 'count',
    of: 'matchedRequests',
    factor: 1,
    per: 1,
    decimals: 0,
    known: 'matchedRequestsRows',
    description: 'Requests that the network answered with an ad.',
  },
  revenue: {
    name: 'revenue',
    title: 'Revenue',
    unit: 'money',
    of: 'revenueMicros',
    factor: 1,
    per: 1,
    decimals: 6,
    description: 'Revenue in the currency itself, to the last micro.',
  },
  revenueMicros: {
    name: 'revenue_micros',
    title: 'Revenue (micros)',
    unit: 'count',
    of: 'revenueMicros',
    factor: 1,
    per: 1,
    decimals: 0,
    description: 'Revenue in millionths of the currency.',
  },
  ecpm: {
    name: 'ecpm',
    title: 'eCPM',
    unit: 'money',
    of: 'revenueMicros',
    // micros ÷ 10^6 × 10^3 impressions, in units of 10^-4.
    factor: 10,
    per: 'impressions',
    decimals: 4,
    description: 'Revenue per thousand impressions, in the currency itself.',
  },
  knownCtr: {
    name: 'ctr',
    title: 'CTR',
    unit: 'ratio',
    of: 'clicks',
    factor: 1_000_000,
    per: 'clicksImpressions',
    decimals: 6,
    known: 'clicksRows',
    description: 'Clicks per impression, where clicks are known.',
  },
  knownCvr: {
    name: 'cvr',
    title: 'CVR',
    unit: 'ratio',
    of: 'installs',
    factor: 1_000_000,
    per: 'installsImpressions',
    decimals: 6,
    known: 'installsRows',
    description: 'Installs per impression, where installs are known.',
  },
  fillRate: {
    name: 'fill_rate',
    title: 'Fill rate',
    unit: 'ratio',
    of: 'filledRequests',
    factor: 1_000_000,
    per: 'fillableRequests',
    decimals: 6,
    known: 'fillRows',
    description: 'Matched requests per request, where both are known.',
  },
  clicksCoverage: {
    name: 'clicks_coverage',
    title: 'Clicks coverage',
    unit: 'ratio',
    of: 'clicksImpressions',
    factor: 1_000_000,
    per: 'impressions',
    decimals: 6,
    description: 'The share of impressions whose clicks are known.',
  },
  installsCoverage: {
    name: 'installs_coverage',
    title: 'Installs coverage',
    unit: 'ratio',
    of: 'installsImpressions',
    factor: 1_000_000,
    per: 'impressions',
    decimals: 6,
    description: 'The share of impressions whose installs are known.',
  },
  requestsCoverage: {
    name: 'requests_coverage',
    title: 'Requests coverage',
    unit: 'ratio',
    of: 'requestsImpressions',
    factor: 1_000_000,
    per: 'impressions',
    decimals: 6,
    description: 'The share of impressions whose ad requests are known.',
  },
  dau: {
    name: 'dau',
    title: 'DAU',
    unit: 'average',
    of: 'userDays',
    factor: 100,
    per: 'daysWithUsers',
    decimals: 2,
    known: 'userRows',
    description:
      'Daily active users: over several days their average; over several apps their sum, in which a person counts once for each app (not distinct).',
  },
  userDays: {
    name: 'user_days',
    title: 'User-days',
    unit: 'count',
    of: 'userDays',
    factor: 1,
    per: 1,
    decimals: 0,
    known: 'userRows',
    description: 'The daily active users of all days and apps, added up.',
  },
  newUsers: {
    name: 'new_users',
    title: 'New users',
    unit: 'count',
    of: 'newUsers',
    factor: 1,
    per: 1,
    decimals: 0,
    known: 'newUsersRows',
    description: 'Users on their first day.',
  },
  sessions: {
    name: 'sessions',
    title: 'Sessions',
    unit: 'count',
    of: 'sessions',
    factor: 1,
    per: 1,
    decimals: 0,
    known: 'sessionsRows',
    description: 'Times that the app was used.',
  },
  sessionsPerDau: {
    name: 'sessions_per_dau',
    title: 'Sessions per DAU',
    unit: 'average',
    of: 'sessions',
    factor: 10_000,
    per: 'sessionsUserDays',
    decimals: 4,
    known: 'sessionsRows',
    description: 'Sessions per user-day, where sessions are known.',
  },
  arpdau: {
    name: 'arpdau',
    title: 'ARPDAU',
    unit: 'money',
    of: 'sharedRevenueMicros',
    factor: 1,
    per: 'sharedUserDays',
    decimals: 6,
    known: 'sharedUserRows',
    description:
      'Ad revenue per user-day, of days and apps with both revenue and users; users_coverage tells what was left out.',
  },
  impressionsPerDau: {
    name: 'impressions_per_dau',
    title: 'Impressions per DAU',
    unit: 'average',
    of: 'sharedImpressions',
    factor: 10_000,
    per: 'sharedUserDays',
    decimals: 4,
    known: 'sharedUserRows',
    description: 'Impressions per user-day, of days and apps with both.',
  },
  usersCoverage: {
    name: 'users_coverage',
    title: 'Users coverage',
    unit: 'ratio',
    of: 'sharedImpressions',
    factor: 1_000_000,
    per: 'impressions',
    decimals: 6,
    description: 'The share of impressions whose day and app have known users.',
  },
  ...depthMetrics,
  ...economyMetrics,
  ...shareMetrics,
  revenueClosed: {
    name: 'revenue_closed',
    title: 'Closed revenue',
    unit: 'money',
    of: 'closedMicros',
    factor: 1,
    per: 1,
    decimals: 6,
    known: 'closedRows',
    description: 'Revenue of closed months, as it was when they were closed.',
  },
  revenuePaid: {
    name: 'revenue_paid',
    title: 'Paid revenue',
    unit: 'money',
    of: 'paidMicros',
    factor: 1,
    per: 1,
    decimals: 6,
    known: 'paidRows',
    description: 'Payments of networks less reversals, in the months that they are for.',
  },
  paidRatio: {
    name: 'paid_ratio',
    title: 'Paid ratio',
    unit: 'ratio',
    of: 'ratioPaidMicros',
    factor: 1_000_000,
    per: 'ratioClosedMicros',
    decimals: 6,
    known: 'ratioRows',
    description:
      'Paid revenue per closed revenue, of months and networks that know both and of which something was paid or is due.',
  },
  clicks: {
    title: 'Clicks',
    unit: 'count',
    of: 'clicks',
    factor: 1,
    per: 1,
    decimals: 0,
    description: 'Clicks on ads; 0 where the network does not report them.',
  },
  installs: {
    title: 'Installs',
    unit: 'count',
    of: 'installs',
    factor: 1,
    per: 1,
    decimals: 0,
    description: 'Installs that followed ads; 0 where the network does not report them.',
  },
  revenueCents: {
    title: 'Revenue (cents)',
    unit: 'cents',
    of: 'revenueMicros',
    factor: 1,
    per: 10_000,
    decimals: 0,
    description: 'Revenue in hundredths of the currency.',
  },
  ecpmCents: {
    title: 'eCPM (cents)',
    unit: 'cents',
    of: 'revenueMicros',
    // micros ÷ 10^4 cents × 10^3 impressions, in units of 10^-4.
    factor: 1_000,
    per: 'impressions',
    decimals: 4,
    description: 'Revenue per thousand impressions, in cents.',
  },
  ctr: {
    title: 'CTR',
    unit: 'ratio',
    of: 'clicks',
    factor: 1_000_000,
    per: 'impressions',
    decimals: 6,
    description: 'Click-through rate: clicks per impression.',
  },
  cvr: {
    title: 'CVR',
    unit: 'ratio',
    of: 'installs',
    factor: 1_000_000,
    per: 'impressions',
    decimals: 6,
    description: 'Conversion rate: installs per impression, as this field has it.',
  },
} as const satisfies Record<string, Metric>

export type MetricName = keyof typeof metrics

/** The metrics of reports by their names there. */
type ReportMetrics = {
  [Name in MetricName as (typeof metrics)[Name] extends {
    readonly name: infer Shown extends string
  }
    ? Shown
    : never]: Name
}

export const reportMetrics = Object.fromEntries(
  Object.entries(metrics).flatMap(([key, metric]) =>
    'name' in metric ? [[metric.name, key]] : [],
  ),
) as ReportMetrics

/** Whether a metric is one sum wherever it is known. */
export function isPlainSum(name: MetricName): boolean {
  const { factor, per }: Metric = metrics[name]
  return factor === 1 && per === 1
}

/** The sums that some metrics are derived from, each once, in the order of {@link sums}. */
export function sumsBehind(names: readonly MetricName[]): Sum[] {
  const needed = new Set<Sum | number | undefined>(
    names.map((name): Metric => metrics[name]).flatMap(({ of, per, known }) => [of, per, known]),
  )
  return sums.filter((sum) => needed.has(sum))
}

/** Whether a metric is of what networks owe and paid, see `settled-revenue.ts`. */
export const isSettled = (name: MetricName): boolean => isSettledSum(metrics[name].of)
