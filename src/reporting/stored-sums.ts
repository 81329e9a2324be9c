import type { figures } from '../facts/figures.ts'

type Column = (typeof figures.rowNumbers)[number]

/** A number that stores add up over rows. Rows that do not know it add nothing. */
export interface StoredSum {
  /** The column that is added up; absent where rows are counted. */
  readonly of?: Column
  /** Adds up, or counts, only rows that know all of these counts; all rows when absent. */
  readonly knowing?: readonly Column[]
}

const fill = ['requests', 'matched_requests'] as const

/**
 * The figures that stores add up; every metric is derived from these. The first ones are in slices too. Sums of rows
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
} as const satisfies Record<string, StoredSum>

export type Sum = keyof typeof storedSums
