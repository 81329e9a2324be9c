import { type FactName, type factKinds, factNames } from '../facts/kinds.ts'

/** A stored number, or one that rows of earned revenue have: see earned-rows.ts. */
type Column = (typeof factKinds)[FactName]['rowNumbers'][number] | 'earned_micros' | 'scaled_micros'

/** A number that stores add up over rows of a kind of fact. Rows that do not know it add nothing. */
export interface StoredSum {
  /** Ad figures when absent. */
  readonly kind?: FactName
  /** The column that is added up; absent where rows are counted. */
  readonly of?: Column
  /** A column that is added to it. */
  readonly plus?: Column
  /** Adds up, or counts, only rows that know all of these counts; all rows when absent. */
  readonly knowing?: readonly Column[]
  /** Counts different days of these rows instead. */
  readonly days?: true
  /** Only rows of days and apps that this kind has too. */
  readonly shared?: FactName
}

const fill = ['requests', 'matched_requests'] as const
const users = { kind: 'audience', of: 'dau' } as const
const tries = ['attempts', 'responses'] as const
const adRevenue = ['ad_revenue_micros'] as const
const revenues = ['ad_revenue_micros', 'other_revenue_micros'] as const
const bothRevenues = { of: 'ad_revenue_micros', plus: 'other_revenue_micros' } as const

/**
 * The numbers that stores add up; every metric is derived from these. The first ones are in slices too. Sums of rows
 * that know a count tell unknown counts from zeros; they need the stored rows, so reports with them do not read slices.
 */
export const storedSums = {
  impressions: { of: 'impressions' },
  clicks: { of: 'clicks' },
  installs: { of: 'installs' },
  revenueMicros: { of: 'revenue_micros' },
  requests: { of: 'requests' },
  matchedRequests: { of: 'matched_requests' },
  rows: {},
  clicksRows: { knowing: ['clicks'] },
  installsRows: { knowing: ['installs'] },
  requestsRows: { knowing: ['requests'] },
  matchedRequestsRows: { knowing: ['matched_requests'] },
  clicksImpressions: { of: 'impressions', knowing: ['clicks'] },
  installsImpressions: { of: 'impressions', knowing: ['installs'] },
  requestsImpressions: { of: 'impressions', knowing: ['requests'] },
  fillableRequests: { of: 'requests', knowing: fill },
  filledRequests: { of: 'matched_requests', knowing: fill },
  fillRows: { knowing: fill },
  userDays: users,
  userRows: { kind: 'audience', knowing: ['dau'] },
  daysWithUsers: { kind: 'audience', knowing: ['dau'], days: true },
  newUsers: { kind: 'audience', of: 'new_users' },
  newUsersRows: { kind: 'audience', knowing: ['new_users'] },
  sessions: { kind: 'audience', of: 'sessions' },
  sessionsRows: { kind: 'audience', knowing: ['sessions'] },
  sessionsUserDays: { ...users, knowing: ['sessions'] },
  sharedUserDays: { ...users, shared: 'figures' },
  sharedUserRows: { kind: 'audience', knowing: ['dau'], shared: 'figures' },
  sharedRows: { shared: 'audience' },
  sharedImpressions: { of: 'impressions', shared: 'audience' },
  sharedRevenueMicros: { of: 'revenue_micros', shared: 'audience' },
  detailRows: { kind: 'details', knowing: ['impressions'] },
  attempts: { kind: 'details', of: 'attempts' },
  attemptsRows: { kind: 'details', knowing: ['attempts'] },
  responses: { kind: 'details', of: 'responses' },
  responsesRows: { kind: 'details', knowing: ['responses'] },
  triedAttempts: { kind: 'details', of: 'attempts', knowing: tries },
  triedResponses: { kind: 'details', of: 'responses', knowing: tries },
  triedRows: { kind: 'details', knowing: tries },
  responsesImpressions: { kind: 'details', of: 'impressions', knowing: ['responses'] },
  spendRows: { kind: 'spend', knowing: ['cost_micros'] },
  costMicros: { kind: 'spend', of: 'cost_micros' },
  spendImpressions: { kind: 'spend', of: 'impressions' },
  spendImpressionsRows: { kind: 'spend', knowing: ['impressions'] },
  spendClicks: { kind: 'spend', of: 'clicks' },
  spendClicksRows: { kind: 'spend', knowing: ['clicks'] },
  spendInstalls: { kind: 'spend', of: 'installs' },
  spendInstallsRows: { kind: 'spend', knowing: ['installs'] },
  installsCostMicros: { kind: 'spend', of: 'cost_micros', knowing: ['installs'] },
  cohortRows: { kind: 'cohorts', knowing: ['cohort_users'] },
  cohortUsers: { kind: 'cohorts', of: 'cohort_users' },
  activeUsers: { kind: 'cohorts', of: 'active_users' },
  activeRows: { kind: 'cohorts', knowing: ['active_users'] },
  activeCohortUsers: { kind: 'cohorts', of: 'cohort_users', knowing: ['active_users'] },
  cohortAdMicros: { kind: 'cohorts', of: 'ad_revenue_micros' },
  cohortAdRows: { kind: 'cohorts', knowing: adRevenue },
  adCohortUsers: { kind: 'cohorts', of: 'cohort_users', knowing: adRevenue },
  cohortMicros: { kind: 'cohorts', ...bothRevenues, knowing: revenues },
  cohortRevenueRows: { kind: 'cohorts', knowing: revenues },
  revenueCohortUsers: { kind: 'cohorts', of: 'cohort_users', knowing: revenues },
  returnedAdMicros: { kind: 'cohorts', of: 'ad_revenue_micros', shared: 'spend' },
  returnedAdRows: { kind: 'cohorts', knowing: adRevenue, shared: 'spend' },
  returnedMicros: { kind: 'cohorts', ...bothRevenues, knowing: revenues, shared: 'spend' },
  returnedRows: { kind: 'cohorts', knowing: revenues, shared: 'spend' },
  earnedMicros: { kind: 'cohorts', of: 'earned_micros', shared: 'figures' },
  earnedRows: { kind: 'cohorts', knowing: ['earned_micros'], shared: 'figures' },
  scaledMicros: { kind: 'cohorts', of: 'scaled_micros', shared: 'figures' },
  returningCostMicros: { kind: 'spend', of: 'cost_micros', shared: 'cohorts' },
  shareRows: { kind: 'shares', knowing: ['revenue_net_micros'] },
  grossMicros: { kind: 'shares', of: 'revenue_shared_micros' },
  netMicros: { kind: 'shares', of: 'revenue_net_micros' },
} as const satisfies Record<string, StoredSum>

/** The sums over what networks owe and paid, which engines do not store: see `settled-revenue.ts`. */
export const settledSums = [
  'settledRows',
  'closedMicros',
  'closedRows',
  'paidMicros',
  'paidRows',
  'ratioPaidMicros',
  'ratioClosedMicros',
  'ratioRows',
] as const

export type SettledSum = (typeof settledSums)[number]

export type Sum = keyof typeof storedSums | SettledSum

export const isSettledSum = (name: Sum): name is SettledSum => !Object.hasOwn(storedSums, name)

/** The sum that counts the rows of each kind. */
export const rowSums = {
  figures: 'rows',
  audience: 'userRows',
  details: 'detailRows',
  spend: 'spendRows',
  cohorts: 'cohortRows',
  shares: 'shareRows',
} as const satisfies Readonly<Record<FactName, Sum>>

/** The kinds of fact that some sums need, in the order of declaration; none of settled sums. */
export function kindsOf(sums: readonly Sum[]): FactName[] {
  const all = sums.flatMap((name): StoredSum[] => (isSettledSum(name) ? [] : [storedSums[name]]))
  return factNames.filter((kind) =>
    all.some((sum) => (sum.kind ?? 'figures') === kind || sum.shared === kind),
  )
}

/** The column of a kind's number beside those of other kinds. */
export const columnOf = (kind: FactName, column: string): string =>
  kind === 'figures' ? column : `${kind}_${column}`

/** Whether rows have another kind's day and app. */
export const sharedWith = (kind: FactName): string => `is_of_${kind}`
