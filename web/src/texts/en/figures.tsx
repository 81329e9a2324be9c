import type { WireMetric } from '../../../../src/reporting/question/vocabulary.ts'
import { texts } from '../texts.ts'

export const figuresTexts = texts('figures', {
  /** Titles of the metrics of the report endpoint. */
  metricTitles: {
    impressions: 'Impressions',
    clicks: 'Clicks',
    installs: 'Installs',
    requests: 'Ad requests',
    matched_requests: 'Matched requests',
    revenue: 'Revenue',
    revenue_micros: 'Revenue (micros)',
    ecpm: 'eCPM',
    ctr: 'CTR',
    cvr: 'CVR',
    fill_rate: 'Fill rate',
    clicks_coverage: 'Clicks coverage',
    installs_coverage: 'Installs coverage',
    requests_coverage: 'Requests coverage',
    dau: 'DAU',
    user_days: 'User-days',
    new_users: 'New users',
    sessions: 'Sessions',
    sessions_per_dau: 'Sessions per DAU',
    arpdau: 'ARPDAU',
    impressions_per_dau: 'Impressions per DAU',
    users_coverage: 'Users coverage',
  } satisfies Readonly<Record<WireMetric, string>>,
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
