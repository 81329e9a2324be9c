import { metrics } from '../../../../src/reporting/metrics.ts'
import {
  metricNames,
  type WireMetric,
  wireMetrics,
} from '../../../../src/reporting/question/vocabulary.ts'
import { texts } from '../texts.ts'

export const figuresTexts = texts('figures', {
  /** Titles of the metrics of the report endpoint. */
  metricTitles: Object.fromEntries(
    metricNames.map((name) => [name, metrics[wireMetrics[name]].title]),
  ) as Readonly<Record<WireMetric, string>>,
  ownNetworks: { ownnet: 'Own network', ownnet_exchange: 'Own exchange' },
  unknownCountry: 'Unknown country',
  allOthers: 'All others',
  breakdownTitles: {
    network: 'Network',
    ad_format: 'Format',
    country: 'Country',
    app_id: 'App',
    platform: 'Platform',
  },
  whoseTime: (timeZone: string) =>
    `Days are those of the networks. Times are in your browser’s time zone, ${timeZone}.`,
})
