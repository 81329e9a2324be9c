import { declareApplovin } from './applovin-report.shared.ts'

/** The rows of AppLovin in a MAX report are the same revenue. */
export default declareApplovin({
  name: 'applovin',
  title: 'AppLovin (network)',
  kind: 'network',
  document: 'https://support.axon.ai/en/app-discovery/reporting-api/',
  path: 'report',
  dimensions: [...['day', 'application', 'package_name', 'platform', 'country', 'ad_type', 'size']],
  adUnit: 'zone_id',
  metrics: ['impressions', 'clicks', 'revenue'],
  isSortable: false,
  parameters: { report_type: 'publisher' },
  rereadDays: 3,
})
