import { planReport } from '../../src/reporting/plan-report.ts'
import type { ReportPlan } from '../../src/reporting/report-plan.ts'
import type { ReportRequest } from '../../src/reporting/report-request.ts'
import { parseDay } from '../../src/values/day.ts'

const week = { firstDay: parseDay('2026-03-01')!, lastDay: parseDay('2026-03-07')! }

const request = (more: Partial<ReportRequest>): ReportPlan =>
  planReport({
    account: 1,
    apps: null,
    days: week,
    filters: {},
    dimensions: [],
    metrics: ['impressions', 'revenueCents', 'ecpmCents'],
    sorted: false,
    totals: null,
    ...more,
  })

const detail = (more: Partial<ReportRequest>): ReportPlan =>
  request({
    dimensions: ['day', 'app', 'network', 'format', 'country'],
    metrics: ['impressions', 'revenueCents', 'clicks', 'ecpmCents'],
    sorted: true,
    totals: [],
    ...more,
  })

/** The plans of real questions, and plans at the edge of what is possible. */
export const namedPlans: Readonly<Record<string, ReportPlan>> = {
  'all-apps': request({ dimensions: ['app'] }),
  'all-apps-in-countries': request({ dimensions: ['app'], filters: { countries: ['DE', 'US'] } }),
  'all-apps-on-networks': request({ dimensions: ['app'], filters: { networks: ['ownnet'] } }),
  'one-app': detail({ apps: [11] }),
  'one-app-on-networks-in-countries': detail({
    apps: [11],
    filters: { networks: ['ownnet', 'admob'], countries: ['US'] },
  }),
  'several-apps-in-key-order': detail({ apps: [11, 12, 13] }),
  'several-apps-in-another-order': detail({ apps: [13, 11, 12] }),
  'grouped-by-network': request({ dimensions: ['network'] }),
  'grouped-by-format': request({ dimensions: ['format'] }),
  'grouped-by-country-of-an-app': request({ dimensions: ['country'], apps: [12] }),
  'unknown-network': detail({ apps: [11], filters: { networks: ['nobody'] } }),
  'known-and-unknown-network': request({ filters: { networks: ['nobody', 'admob'] } }),
  'no-apps': request({ apps: [] }),
  'days-of-apps-with-totals-of-apps': request({
    dimensions: ['day', 'app'],
    sorted: true,
    totals: ['app'],
    filters: { networks: ['ownnet'], formats: ['video', 'banner'], adTags: ['menu', 'nobody'] },
  }),
  'unsorted-with-totals': request({ dimensions: ['network'], totals: [] }),
  'totals-alone': request({ totals: [] }),
  'apps-in-an-order-with-totals': request({
    dimensions: ['app', 'network'],
    apps: [13, 11],
    sorted: true,
    totals: [],
  }),
}

const known = ['admob', 'ownnet', 'vungle']

/** Whether a plan names no apps, or only networks without a label. */
export const matchesNothing = ({ apps, filters: { networks } }: ReportPlan): boolean =>
  apps?.length === 0 || networks?.every((name) => !known.includes(name)) === true
