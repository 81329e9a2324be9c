import type { Metric } from './metric.ts'

/** A count of a kind of fact, where it is known. */
const count = { unit: 'count', factor: 1, per: 1, decimals: 0 } as const
const money = { unit: 'money', factor: 1, decimals: 6 } as const
const ratio = { unit: 'ratio', factor: 1_000_000, decimals: 6 } as const

/** What users cost and bring. Those of cohorts are of one age: see `refuseWithoutAge`. */
export const economyMetrics = {
  cost: {
    ...money,
    name: 'cost',
    title: 'Cost',
    of: 'costMicros',
    per: 1,
    known: 'spendRows',
    description: 'What advertising for the app cost.',
  },
  spendImpressions: {
    ...count,
    name: 'spend_impressions',
    title: 'Paid impressions',
    of: 'spendImpressions',
    known: 'spendImpressionsRows',
    description: 'Impressions of ads for the app.',
  },
  spendClicks: {
    ...count,
    name: 'spend_clicks',
    title: 'Paid clicks',
    of: 'spendClicks',
    known: 'spendClicksRows',
    description: 'Clicks on ads for the app.',
  },
  spendInstalls: {
    ...count,
    name: 'spend_installs',
    title: 'Paid installs',
    of: 'spendInstalls',
    known: 'spendInstallsRows',
    description: 'Installs that followed ads for the app.',
  },
  cpi: {
    ...money,
    name: 'cpi',
    title: 'CPI',
    of: 'installsCostMicros',
    per: 'spendInstalls',
    known: 'spendInstallsRows',
    description: 'Cost per paid install, where installs are known.',
  },
  cohortUsers: {
    ...count,
    name: 'cohort_users',
    title: 'Cohort users',
    of: 'cohortUsers',
    known: 'cohortRows',
    description: 'Users who installed the app, of cohorts that have reached the age.',
  },
  activeUsers: {
    ...count,
    name: 'active_users',
    title: 'Active users',
    of: 'activeUsers',
    known: 'activeRows',
    description: 'Users of the cohorts who were active at the age.',
  },
  retention: {
    ...ratio,
    name: 'retention',
    title: 'Retention',
    of: 'activeUsers',
    per: 'activeCohortUsers',
    known: 'activeRows',
    description: 'Active users per cohort user, where active users are known.',
  },
  cohortAdRevenue: {
    ...money,
    name: 'cohort_ad_revenue',
    title: 'Cohort ad revenue',
    of: 'cohortAdMicros',
    per: 1,
    known: 'cohortAdRows',
    description:
      'Ad revenue of the cohorts from the install up to the age, as the source counts it.',
  },
  bookedFactor: {
    ...ratio,
    name: 'booked_factor',
    title: 'Booked factor',
    of: 'scaledMicros',
    per: 'earnedMicros',
    known: 'earnedRows',
    description:
      'Booked revenue of cohorts per ad revenue that their source measured, on the days on which it was earned.',
  },
  adLtv: {
    ...money,
    name: 'ad_ltv',
    title: 'Ad LTV',
    of: 'cohortAdMicros',
    per: 'adCohortUsers',
    known: 'cohortAdRows',
    description: 'Ad revenue per cohort user from the install up to the age.',
  },
  ltv: {
    ...money,
    name: 'ltv',
    title: 'LTV',
    of: 'cohortMicros',
    per: 'revenueCohortUsers',
    known: 'cohortRevenueRows',
    description:
      'Ad and other revenue per cohort user from the install up to the age, where both are known.',
  },
  adRoas: {
    ...ratio,
    name: 'ad_roas',
    title: 'Ad ROAS',
    of: 'returnedAdMicros',
    per: 'returningCostMicros',
    known: 'returnedAdRows',
    description:
      'Ad revenue of the cohorts up to the age per cost of their day of install, of days and apps with both.',
  },
  roas: {
    ...ratio,
    name: 'roas',
    title: 'ROAS',
    of: 'returnedMicros',
    per: 'returningCostMicros',
    known: 'returnedRows',
    description:
      'Ad and other revenue of the cohorts up to the age per cost of their day of install, of days and apps with both.',
  },
} as const satisfies Record<string, Metric>
