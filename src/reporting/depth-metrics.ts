import type { Metric } from './metric.ts'

/** What mediations tell of each rung. Impressions, clicks and revenue by rung are those of ad figures. */
export const depthMetrics = {
  attempts: {
    name: 'attempts',
    title: 'Attempts',
    unit: 'count',
    of: 'attempts',
    factor: 1,
    per: 1,
    decimals: 0,
    known: 'attemptsRows',
    description: 'Times that a mediation asked a rung for an ad.',
  },
  responses: {
    name: 'responses',
    title: 'Responses',
    unit: 'count',
    of: 'responses',
    factor: 1,
    per: 1,
    decimals: 0,
    known: 'responsesRows',
    description: 'Attempts that a rung answered with an ad.',
  },
  rungFillRate: {
    name: 'rung_fill_rate',
    title: 'Fill by rung',
    unit: 'ratio',
    of: 'triedResponses',
    factor: 1_000_000,
    per: 'triedAttempts',
    decimals: 6,
    known: 'triedRows',
    description: 'Responses per attempt, where both are known.',
  },
  showRate: {
    name: 'show_rate',
    title: 'Show rate',
    unit: 'ratio',
    of: 'responsesImpressions',
    factor: 1_000_000,
    per: 'responses',
    decimals: 6,
    known: 'responsesRows',
    description: 'Impressions per response, where responses are known.',
  },
} as const satisfies Record<string, Metric>
