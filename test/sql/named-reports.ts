import { planReport } from '../../src/reporting/plan-report.ts'
import type { ReportPlan } from '../../src/reporting/report-plan.ts'
import type { AppGroups, ReportRequest } from '../../src/reporting/report-request.ts'
import { parseDay } from '../../src/values/day.ts'

const span = (first: string, last: string) => ({
  firstDay: parseDay(first)!,
  lastDay: parseDay(last)!,
})

const groups = (...names: string[]): AppGroups => {
  const labels = [...new Set(names)].sort()
  return { labels, codes: new Map(names.map((name, nth) => [11 + nth, labels.indexOf(name)])) }
}
const appGroups = {
  app: groups('zap', 'brick', 'apex'),
  appName: groups('Zap', 'Brick', 'Zap'),
  platform: groups('ios', 'ios', 'android'),
}

const report = (more: Partial<ReportRequest>): ReportPlan =>
  planReport({
    account: 1,
    apps: null,
    days: span('2026-03-01', '2026-03-07'),
    filters: {},
    dimensions: [],
    metrics: ['impressions', 'revenue', 'ecpm'],
    sorted: true,
    totals: null,
    ...more,
  })

const previous = { days: span('2026-02-22', '2026-02-28'), shift: { days: 7 } }

/** Plans of the report endpoint. */
export const namedReports: Readonly<Record<string, ReportPlan>> = {
  'weeks-of-app-names': report({ dimensions: ['week', 'appName'], appGroups }),
  'months-of-platforms': report({ dimensions: ['platform', 'month'], apps: [13, 11], appGroups }),
  'ad-tags-without-some-countries': report({
    dimensions: ['adTag'],
    excluded: { countries: ['US', 'DE'], networks: ['nobody'] },
  }),
  'known-counts': report({ metrics: ['knownCtr', 'fillRate'], dimensions: ['network'] }),
  'after-an-entry': report({ dimensions: ['day'], entry: 4 }),
  'top-ten-by-rate': report({
    dimensions: ['country'],
    metrics: ['ecpm', 'knownCtr'],
    limit: 10,
    offset: 20,
    order: [
      { by: 'ecpm', descending: true },
      { by: 'knownCtr', descending: false },
    ],
  }),
  'sorted-by-app-id': report({
    dimensions: ['app', 'network'],
    order: [{ by: 'app', descending: true }],
    appGroups,
  }),
  'compared-weeks': report({ dimensions: ['day', 'network'], comparison: previous }),
  'compared-countries': report({ dimensions: ['country'], comparison: previous, limit: 3 }),
  'compared-totals': report({ filters: { countries: ['US'] }, comparison: previous }),
  'compared-reported-days': report({
    dimensions: ['week', 'network', 'country'],
    comparison: previous,
    comparedPairs: new Map([
      ['admob', [{ day: parseDay('2026-03-01')!, other: parseDay('2026-02-22')! }]],
    ]),
  }),
  'sorted-by-change': report({
    dimensions: ['country'],
    comparison: previous,
    metrics: ['revenue', 'knownClicks'],
    order: [
      { by: 'revenue', of: 'change', descending: true },
      { by: 'knownClicks', of: 'change', descending: false },
    ],
  }),
  'filled-days': report({ dimensions: ['day'], fillDays: true }),
  'filled-and-compared': report({
    dimensions: ['week', 'app', 'format'],
    fillDays: true,
    comparison: previous,
    filters: { networks: ['admob'] },
    metrics: ['clicksCoverage'],
  }),
}
