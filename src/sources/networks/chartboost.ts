import { listAt } from '../readers/read-json.ts'
import type { NetworkSource } from '../source.ts'

const chartboost: NetworkSource = {
  name: 'chartboost',
  title: 'Chartboost report',
  network: 'chartboost',
  dayZone: 'UTC',
  formats: {
    '1': 'interstitial',
    '4': 'rewarded',
    '5': 'video',
    '10': 'banner',
    '11': 'native',
  },
  reports: [
    {
      columns: ['dt', 'appId', 'impressionsDelivered', 'moneyEarned'],
      json: (answer) => listAt(answer),
      read: (cell) => ({
        day: cell('dt'),
        // appBundleId contains a deprecation notice instead of a bundle id.
        app: { id: cell('appId'), name: cell('app'), platform: cell('platform') },
        format: cell('adTypeId'),
        country: cell(/^country(Code)?$/),
        impressions: cell('impressionsDelivered'),
        clicks: cell('clicksDelivered'),
        installs: cell('installDelivered'),
        revenue: cell('moneyEarned'),
      }),
    },
  ],
}

export default chartboost
