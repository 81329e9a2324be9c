import { listAt } from '../readers/read-json.ts'
import type { NetworkSource } from '../source.ts'

const inmobi: NetworkSource = {
  name: 'inmobi',
  title: 'InMobi report',
  network: 'inmobi',
  dayZone: 'UTC',
  formats: {
    banner: 'banner',
    interstitial: 'interstitial',
    'rewarded video': 'rewarded',
    native: 'native',
  },
  reports: [
    {
      columns: ['date', 'inmobiAppId', 'adImpressions', 'earnings'],
      json: (answer) => listAt(answer, 'respList'),
      read: (cell) => ({
        day: cell('date'),
        app: {
          id: cell('inmobiAppId'),
          name: cell('inmobiAppName'),
          platform: cell('platform'),
          package: cell('bundleId'),
        },
        format: cell('adUnitType'),
        adUnit: cell('placementName') || cell('placementId'),
        country: cell('country'),
        impressions: cell('adImpressions'),
        clicks: cell('clicks'),
        requests: cell('adRequests'),
        matchedRequests: cell('servedImpressions'),
        revenue: cell('earnings'),
      }),
    },
    {
      columns: ['Country', 'Ad Impressions Rendered', 'Publisher Revenue'],
      read: (cell) => ({
        day: cell(/^(Date|Day)$/),
        app: { name: cell(/^App( Name)?$/) },
        country: cell('Country'),
        impressions: cell('Ad Impressions Rendered'),
        revenue: cell('Publisher Revenue'),
      }),
    },
  ],
}

export default inmobi
