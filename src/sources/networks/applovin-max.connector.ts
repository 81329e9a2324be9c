import { declareApplovin } from './applovin-report.shared.ts'

export default declareApplovin({
  name: 'applovin-max',
  title: 'AppLovin MAX',
  kind: 'mediation',
  document: 'https://support.axon.ai/en/max/reporting-apis/revenue-reporting-api',
  path: 'maxReport',
  dimensions: [
    ...['day', 'application', 'package_name', 'platform', 'ad_format', 'country', 'network'],
  ],
  adUnit: 'max_ad_unit_id',
  metrics: ['attempts', 'responses', 'impressions', 'estimated_revenue'],
  isSortable: true,
  parameters: { not_zero: '1' },
  rereadDays: 7,
})
