import { listAt, textAt } from '../readers/read-json.ts'
import type { NetworkSource } from '../source.ts'

const mintegral: NetworkSource = {
  name: 'mintegral',
  title: 'Mintegral report',
  network: 'mintegral',
  dayZone: 'UTC+8',
  formats: {
    rewarded_video: 'rewarded',
    interstitial_video: 'interstitial',
    new_interstitial: 'interstitial',
    sdk_banner: 'banner',
    native: 'native',
    splash: 'app_open',
  },
  reports: [
    {
      columns: ['date', 'app_id', 'impression', 'est_revenue'],
      json: (answer) => listAt(answer, 'data', 'lists'),
      page: (answer) => ({
        page: Number(textAt(answer, 'data', 'page') || 1),
        of: Number(textAt(answer, 'data', 'total_page') || 1),
      }),
      read: (cell) => ({
        day: cell('date'),
        app: { id: cell('app_id'), name: cell('app_name'), platform: cell('platform') },
        format: cell('ad_format'),
        adUnit: cell('unit_name') || cell('unit_id'),
        country: cell('country'),
        impressions: cell('impression'),
        clicks: cell('click'),
        requests: cell('request'),
        matchedRequests: cell('filled'),
        revenue: cell('est_revenue'),
      }),
    },
  ],
}

export default mintegral
