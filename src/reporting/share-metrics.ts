import type { Metric } from './metric.ts'

const money = { unit: 'money', factor: 1, per: 1, decimals: 6, known: 'shareRows' } as const

/** What partners get of revenue. */
export const shareMetrics = {
  revenueNet: {
    ...money,
    name: 'revenue_net',
    title: 'Net revenue',
    of: 'netMicros',
    description: 'What partners get of revenue, in the currency itself.',
  },
  revenueShared: {
    ...money,
    name: 'revenue_shared',
    title: 'Shared revenue',
    of: 'sharedGrossMicros',
    description: 'Revenue that partners have a share of, in the currency itself.',
  },
  netShare: {
    unit: 'ratio',
    factor: 1_000_000,
    decimals: 6,
    known: 'shareRows',
    name: 'net_share',
    title: 'Net share',
    of: 'netMicros',
    per: 'sharedGrossMicros',
    description: 'Net revenue per shared revenue.',
  },
} as const satisfies Record<string, Metric>
