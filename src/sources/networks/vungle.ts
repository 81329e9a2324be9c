import { listAt } from '../readers/read-json.ts'
import type { NetworkSource } from '../source.ts'

const vungle: NetworkSource = {
  name: 'vungle',
  title: 'Liftoff (Vungle) performance report',
  network: 'vungle',
  dayZone: 'UTC',
  formats: {
    video: 'video',
    'rewarded video': 'rewarded',
    interstitial: 'interstitial',
    mrec: 'banner',
    banner: 'banner',
    native: 'native',
    'app open': 'app_open',
  },
  reports: [
    {
      columns: [/^platform$/i, 'date', 'views', 'revenue'],
      json: (answer) => listAt(answer),
      read: (cell) => ({
        day: cell('date'),
        app: {
          id: cell('application id'),
          name: cell('application name'),
          platform: cell(/^platform$/i),
        },
        format: cell('incentivized').toLowerCase() === 'true' ? 'rewarded video' : cell('adType'),
        adUnit: cell('placement name') || cell('placement id'),
        country: cell('country'),
        impressions: cell('views'),
        clicks: cell('clicks'),
        revenue: cell('revenue'),
      }),
    },
  ],
}

export default vungle
