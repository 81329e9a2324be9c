import { declareApplovin, depthTable } from './applovin-report.shared.ts'

/** The rows of AppLovin in a MAX report are the same revenue. */
export default declareApplovin({
  name: 'applovin',
  title: 'AppLovin (network)',
  kind: 'network',
  documents: ['https://support.axon.ai/en/app-discovery/reporting-api/'],
  path: 'report',
  dimensions: [...['day', 'application', 'package_name', 'platform', 'country', 'ad_type', 'size']],
  adUnit: 'zone_id',
  metrics: ['impressions', 'clicks', 'revenue'],
  isSortable: false,
  parameters: { report_type: 'publisher' },
  rereadDays: 3,
  depth: [
    depthTable('spend', {
      path: 'report',
      dimensions: ['day', 'campaign', 'campaign_package_name', 'platform', 'country'],
      metrics: ['impressions', 'clicks', 'conversions', 'cost'],
      isSortable: false,
      parameters: { report_type: 'advertiser' },
    }),
  ],
})
