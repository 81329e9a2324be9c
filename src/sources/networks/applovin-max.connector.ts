import { maxCohorts } from './applovin-cohorts.shared.ts'
import { declareApplovin, depthTable } from './applovin-report.shared.ts'

const dimensions = [
  'day',
  'application',
  'package_name',
  'platform',
  'ad_format',
  'country',
  'network',
]
const table = {
  path: 'maxReport',
  metrics: ['attempts', 'responses', 'impressions', 'estimated_revenue'],
  adUnit: 'max_ad_unit_id',
  isSortable: true,
  parameters: { not_zero: '1' },
} as const

export default declareApplovin({
  ...table,
  name: 'applovin-max',
  title: 'AppLovin MAX',
  kind: 'mediation',
  documents: [
    'https://support.axon.ai/en/max/reporting-apis/revenue-reporting-api',
    'https://support.axon.ai/en/max/reporting-apis/cohort-api',
  ],
  dimensions,
  rereadDays: 7,
  depth: [
    depthTable('details', {
      ...table,
      // MAX has no attempts by `max_placement`.
      dimensions: [
        ...dimensions,
        'network_placement',
        'max_ad_unit_test',
        'has_idfa',
        'device_type',
      ],
    }),
    maxCohorts,
  ],
})
