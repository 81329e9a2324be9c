import { listAt } from '../readers/read-json.ts'
import type { NetworkSource } from '../source.ts'

const appodeal: NetworkSource = {
  name: 'appodeal',
  title: 'Appodeal report',
  network: 'appodeal',
  dayZone: 'UTC',
  formats: {
    banner: 'banner',
    mrec: 'banner',
    interstitial: 'interstitial',
    'rewarded video': 'rewarded',
    video: 'video',
    native: 'native',
  },
  reports: [
    {
      columns: ['app_key', 'app_name', 'revenue', 'impressions'],
      json: (answer) => listAt(answer, 'data'),
      read: (cell) => ({
        day: cell('date'),
        app: { id: cell('app_key'), name: cell('app_name'), platform: cell('platform') },
        network: cell('network'),
        format: cell('banner_type'),
        adUnit: cell('placement'),
        country: cell('country'),
        impressions: cell('impressions'),
        clicks: cell('clicks'),
        revenue: cell('revenue'),
      }),
    },
  ],
}

export default appodeal
