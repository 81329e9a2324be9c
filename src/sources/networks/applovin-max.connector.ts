import { declareApplovin } from './applovin-report.shared.ts'

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
  isSortable: true,
  parameters: { not_zero: '1' },
} as const

export default declareApplovin({
  ...table,
  name: 'applovin-max',
  title: 'AppLovin MAX',
  kind: 'mediation',
  document: 'https://support.axon.ai/en/max/reporting-apis/revenue-reporting-api',
  dimensions,
  adUnit: 'max_ad_unit_id',
  rereadDays: 7,
  depth: [
    {
      ...table,
      kind: 'details',
      // MAX has no attempts by `max_placement`.
      dimensions: [
        ...dimensions,
        'network_placement',
        'max_ad_unit_test',
        'has_idfa',
        'device_type',
      ],
    },
  ],
})
