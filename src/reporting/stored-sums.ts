import { type FactName, type factKinds, factNames } from '../facts/kinds.ts'

type Column = (typeof factKinds)[FactName]['rowNumbers'][number]

/** A number that stores add up over rows of a kind of fact. Rows that do not know it add nothing. */
export interface StoredSum {
  /** Ad figures when absent. */
  readonly kind?: FactName
  /** The column that is added up; absent where rows are counted. */
  readonly of?: Column
  /** Adds up, or counts, only rows that know all of these counts; all rows when absent. */
  readonly knowing?: readonly Column[]
  /** Counts different days of these rows instead. */
  readonly days?: true
  /** Only rows of days and apps that both kinds have. */
  readonly shared?: true
}

const fill = ['requests', 'matched_requests'] as const
const users = { kind: 'audience', of: 'dau' } as const

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
  sharedUserDays: { ...users, shared: true },
  sharedUserRows: { kind: 'audience', knowing: ['dau'], shared: true },
  sharedRows: { shared: true },
  sharedImpressions: { of: 'impressions', shared: true },
  sharedRevenueMicros: { of: 'revenue_micros', shared: true },
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
} as const satisfies Readonly<Record<FactName, Sum>>

/** The kinds of fact that some sums need, in the order of declaration; none of settled sums. */
export function kindsOf(sums: readonly Sum[]): FactName[] {
  const all = sums.flatMap((name): StoredSum[] => (isSettledSum(name) ? [] : [storedSums[name]]))
  const isShared = all.some(({ shared }) => shared)
  return factNames.filter((kind) => isShared || all.some((sum) => (sum.kind ?? 'figures') === kind))
}
