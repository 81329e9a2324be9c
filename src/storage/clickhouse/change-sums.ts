import { figureKey } from '../../ledger/figure-keys.ts'
import type { Sum } from '../../reporting/metrics.ts'
import type { KeyedRows } from '../sql/sql-dialect.ts'

/** A sum of 64 bits would wrap silently. */
const total = (column: string) => `accurateCast(sum(toInt128(${column})), 'Int64')`

const totalOf = (column: string, condition: string) =>
  `accurateCast(sumIf(toInt128(${column}), ${condition}), 'Int64')`

const totals = {
  impressions: total('impressions'),
  clicks: total('clicks'),
  installs: total('installs'),
  revenueMicros: total('revenue_micros'),
  requests: total('requests'),
  matchedRequests: total('matched_requests'),
  clicksRows: 'sum(clicks_known)',
  installsRows: 'sum(installs_known)',
  requestsRows: 'sum(requests_known)',
  matchedRequestsRows: 'sum(matched_requests_known)',
} as const satisfies Partial<Record<Sum, string>>

const fillKnown = 'requests_known > 0 AND matched_requests_known > 0'

/** Sums of the rows that know a count, which changes alone do not tell. */
const totalsOfKeys = {
  clicksImpressions: totalOf('impressions', 'clicks_known > 0'),
  installsImpressions: totalOf('impressions', 'installs_known > 0'),
  requestsImpressions: totalOf('impressions', 'requests_known > 0'),
  fillableRequests: totalOf('requests', fillKnown),
  filledRequests: totalOf('matched_requests', fillKnown),
  fillRows: `toInt64(countIf(${fillKnown}))`,
} as const satisfies Partial<Record<Sum, string>>

/** Sums over changes. */
export const changeSums: Readonly<Record<Sum, string>> = {
  ...totals,
  ...totalsOfKeys,
  rows: 'sum(sign)',
}

const deltas =
  'impressions, clicks, installs, revenue_micros, requests, matched_requests, ' +
  'clicks_known, installs_known, requests_known, matched_requests_known'

/** Changes that are added up by key. A key's sums are stored in 64 bits, so they do not wrap. */
export const keyedChanges: KeyedRows = {
  areNeeded: (sums) => sums.some((sum) => Object.hasOwn(totalsOfKeys, sum)),
  relation: (where) => {
    const columns = deltas.split(', ').map((column) => `sum(${column}) AS ${column}`)
    return `(
  SELECT ${[figureKey, ...columns].join(', ')}
  FROM figures
  WHERE ${where}
  GROUP BY ${figureKey} HAVING sum(sign) > 0
)`
  },
  sums: { ...totals, ...totalsOfKeys, rows: 'toInt64(count())' },
}
