import { declaredLabel, labelNames, type ShownLabel, shownLabel } from '../../facts/label-names.ts'
import type { SeenValues } from '../../ledger/figure-ledger.ts'
import type { App } from '../../publishers/app.ts'
import { type Metric, metrics } from '../../reporting/metrics.ts'
import {
  dimensionNames,
  filterNames,
  metricNames,
  timeNames,
  type WireDimension,
  type WireMetric,
  wireMetrics,
} from '../../reporting/question/vocabulary.ts'
import { metricType } from '../../reporting/table/table-columns.ts'
import { formatDay } from '../../values/day.ts'

const labelTexts = Object.fromEntries(
  labelNames.map((label) => [shownLabel(label), declaredLabel(label).description]),
) as Readonly<Record<ShownLabel, string>>

const dimensionTexts: Readonly<Record<WireDimension, string>> = {
  date: "A day of the network's report.",
  week: 'An ISO week, named by its Monday.',
  month: 'A month, named by its first day.',
  app_id: 'An app.',
  app_name: 'Apps with the same name.',
  platform: 'The platform of apps.',
  ...labelTexts,
  currency: "The account's currency, the same in every row.",
}

/** The vocabulary of reports, and the values that an account's figures have. */
export function dataDescription(apps: readonly App[], seen: SeenValues, currency: string) {
  return {
    currency,
    first_day: seen.days && formatDay(seen.days.firstDay),
    last_day: seen.days && formatDay(seen.days.lastDay),
    dimensions: dimensionNames.map(describeDimension),
    metrics: metricNames.map(describeMetric),
    values: {
      app_id: apps.map(({ appId, name, platform }) => ({
        app_id: appId,
        app_name: name,
        platform,
      })),
      ...Object.fromEntries(labelNames.map((label) => [shownLabel(label), seen.names[label]])),
    },
    has_more_ad_tags: seen.cut.includes('ad_tag'),
    cut: seen.cut.map(shownLabel),
  }
}

function describeDimension(name: WireDimension) {
  return {
    name,
    type: (timeNames as readonly string[]).includes(name) ? 'date' : 'text',
    filter: filterNames.find((one) => one === name) ?? null,
    description: dimensionTexts[name],
  }
}

const units = {
  count: 'count',
  average: 'average',
  money: 'currency',
  cents: 'cents',
  ratio: 'fraction',
} as const

function describeMetric(name: WireMetric) {
  const metric: Metric = metrics[wireMetrics[name]]
  const { title, description, unit, decimals, per, known } = metric
  return {
    name,
    title,
    type: metricType(name).kind,
    unit: name === 'revenue_micros' ? 'millionths of the currency' : units[unit],
    decimals,
    sums: typeof per === 'number' ? 'sum' : 'ratio of sums',
    // Rows that comparing or filling adds, and totals of nothing, know no metric.
    nullable: true,
    always_reported: known === undefined,
    description,
  }
}
