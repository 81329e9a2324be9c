import type { Sum } from '../../reporting/metrics.ts'

const fillKnown = 'requests IS NOT NULL AND matched_requests IS NOT NULL'

/** How the sums of a group, or of a single row, are written. */
interface SumWriter {
  readonly total: (column: string) => string
  readonly totalOf: (column: string, condition: string) => string
  readonly count: (condition: string) => string
  /** How many rows know a column. */
  readonly known: (column: string) => string
  readonly rows: string
}

const overGroups: SumWriter = {
  total: (column) => `CAST(coalesce(sum(${column}), 0) AS BIGINT)`,
  totalOf: (column, condition) =>
    `CAST(coalesce(sum(${column}) FILTER (WHERE ${condition}), 0) AS BIGINT)`,
  count: (condition) => `count(*) FILTER (WHERE ${condition})`,
  known: (column) => `count(${column})`,
  rows: 'count(*)',
}

const ofRows: SumWriter = {
  total: (column) => `coalesce(${column}, 0)`,
  totalOf: (column, condition) => `CASE WHEN ${condition} THEN ${column} ELSE 0 END`,
  count: (condition) => `CAST(${condition} AS BIGINT)`,
  known: (column) => `CAST(${column} IS NOT NULL AS BIGINT)`,
  rows: 'CAST(1 AS BIGINT)',
}

const sumsWith = ({
  total,
  totalOf,
  count,
  known,
  rows,
}: SumWriter): Readonly<Record<Sum, string>> => ({
  impressions: total('impressions'),
  clicks: total('clicks'),
  installs: total('installs'),
  revenueMicros: total('revenue_micros'),
  requests: total('requests'),
  matchedRequests: total('matched_requests'),
  rows,
  clicksRows: known('clicks'),
  installsRows: known('installs'),
  requestsRows: known('requests'),
  matchedRequestsRows: known('matched_requests'),
  clicksImpressions: totalOf('impressions', 'clicks IS NOT NULL'),
  installsImpressions: totalOf('impressions', 'installs IS NOT NULL'),
  requestsImpressions: totalOf('impressions', 'requests IS NOT NULL'),
  fillableRequests: totalOf('requests', fillKnown),
  filledRequests: totalOf('matched_requests', fillKnown),
  fillRows: count(fillKnown),
})

/** Sums over stored rows, in which unknown counts are null. */
export const rowSums = sumsWith(overGroups)

/** The same of single rows, which are not grouped. */
export const plainSums = sumsWith(ofRows)
