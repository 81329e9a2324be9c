import { type Json, listAt } from '../readers/read-json.ts'
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
    interstitial: 'interstitial',
    rewarded_video: 'rewarded',
    rewarded: 'rewarded',
    video_interstitial: 'video',
    banner: 'banner',
    native: 'native',
  },
  reports: [
    {
      columns: ['dt', 'appId', 'impressionsDelivered', 'moneyEarned'],
      json: rowsOf,
      read: (cell) => ({
        day: cell('dt'),
        // appBundleId contains a deprecation notice instead of a bundle id.
        app: { id: cell('appId'), name: cell('app'), platform: cell('platform') },
        format: cell('adTypeId') || cell('adType'),
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

/** Answers have been seen with texts between the rows. */
function rowsOf(answer: Json): Json[] | null {
  const parts = listAt(answer)
  const rows = parts?.filter((row) => typeof row === 'object' && row !== null)
  return parts?.length && !rows?.length ? null : (rows ?? null)
}
