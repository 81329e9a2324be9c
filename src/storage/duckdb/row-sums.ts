import type { Sum } from '../../reporting/metrics.ts'

const total = (column: string) => `CAST(coalesce(sum(${column}), 0) AS BIGINT)`

const totalOf = (column: string, condition: string) =>
  `CAST(coalesce(sum(${column}) FILTER (WHERE ${condition}), 0) AS BIGINT)`

const fillKnown = 'requests IS NOT NULL AND matched_requests IS NOT NULL'

/** Sums over stored rows, in which unknown counts are null. */
export const rowSums: Readonly<Record<Sum, string>> = {
  impressions: total('impressions'),
  clicks: total('clicks'),
  installs: total('installs'),
  revenueMicros: total('revenue_micros'),
  requests: total('requests'),
  matchedRequests: total('matched_requests'),
  rows: 'count(*)',
  clicksRows: 'count(clicks)',
  installsRows: 'count(installs)',
  requestsRows: 'count(requests)',
  matchedRequestsRows: 'count(matched_requests)',
  clicksImpressions: totalOf('impressions', 'clicks IS NOT NULL'),
  installsImpressions: totalOf('impressions', 'installs IS NOT NULL'),
  requestsImpressions: totalOf('impressions', 'requests IS NOT NULL'),
  fillableRequests: totalOf('requests', fillKnown),
  filledRequests: totalOf('matched_requests', fillKnown),
  fillRows: `count(*) FILTER (WHERE ${fillKnown})`,
}
