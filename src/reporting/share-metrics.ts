import type { Metric } from './metric.ts'

/** What is shared with partners. */
export const shareMetrics = {
  revenueNet: {
    name: 'revenue_net',
    title: 'Net revenue of partners',
    unit: 'money',
    of: 'netMicros',
    factor: 1,
    per: 1,
    decimals: 6,
    known: 'shareRows',
    description: "Partners' net revenue, of all rows that a rule applies to.",
  },
  revenueShared: {
    name: 'revenue_shared',
    title: 'Shared revenue',
    unit: 'money',
    of: 'grossMicros',
    factor: 1,
    per: 1,
    decimals: 6,
    known: 'shareRows',
    description: 'Revenue that rules of partners apply to, before their shares.',
  },
  netShare: {
    name: 'net_share',
    title: 'Net share',
    unit: 'ratio',
    of: 'netMicros',
    factor: 1_000_000,
    per: 'grossMicros',
    decimals: 6,
    known: 'shareRows',
    description: "Partners' net revenue per shared revenue.",
  },
} as const satisfies Record<string, Metric>
