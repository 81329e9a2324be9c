import type { NetworkSource } from '../source.ts'
import { storeApp } from '../store-app.ts'

const bidmachine: NetworkSource = {
  name: 'bidmachine',
  title: 'BidMachine report',
  network: 'bidmachine',
  dayZone: 'UTC',
  formats: {
    banner: 'banner',
    mrec: 'banner',
    native: 'native',
    interstitial: 'interstitial',
    fullscreen: 'interstitial',
    rewarded: 'rewarded',
    rewarded_video: 'rewarded',
    fullscreen_rewarded: 'rewarded',
    video: 'video',
    skippable_video: 'video',
    non_skippable_video: 'video',
  },
  reports: [
    {
      columns: ['date', 'app_bundle', 'ad_type', 'impressions', 'revenue'],
      read: (cell) => ({
        day: cell('date'),
        app: {
          ...storeApp(cell('app_bundle')),
          name: cell('app_name'),
          platform: cell('platform'),
        },
        format: cell('ad_type'),
        adUnit: cell('placement'),
        country: cell('country'),
        impressions: cell('impressions'),
        clicks: cell('clicks'),
        revenue: cell('revenue'),
      }),
    },
  ],
}

export default bidmachine
