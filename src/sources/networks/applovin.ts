import { listAt } from '../readers/read-json.ts'
import type { NetworkSource } from '../source.ts'

const applovin: NetworkSource = {
  name: 'applovin',
  title: 'AppLovin report of the network',
  network: 'applovin',
  dayZone: 'UTC',
  formats: {
    reward: 'rewarded',
    appopen: 'app_open',
    inter: 'interstitial',
    banner: 'banner',
    leader: 'banner',
    mrec: 'banner',
    native: 'native',
  },
  reports: [
    {
      columns: ['day', 'package_name', 'ad_type', 'size', 'impressions', 'revenue'],
      json: (answer) => listAt(answer, 'results'),
      read: (cell) => ({
        day: cell('day'),
        app: {
          id: cell('package_name'),
          name: cell('application'),
          platform: cell('platform'),
          package: cell('package_name'),
        },
        // Other types name how an ad is made (`VIDEO`, `PLAY`), not its format.
        format: /^(reward|appopen)$/i.test(cell('ad_type')) ? cell('ad_type') : cell('size'),
        adUnit: cell('zone') || cell('zone_id'),
        country: cell('country'),
        impressions: cell('impressions'),
        clicks: cell('clicks'),
        revenue: cell('revenue'),
      }),
    },
    {
      kinds: ['spend'],
      columns: ['day', 'campaign', 'campaign_package_name', 'cost'],
      json: (answer) => listAt(answer, 'results'),
      read: (cell) => ({
        day: cell('day'),
        app: {
          id: cell('campaign_package_name'),
          platform: cell('platform'),
          package: cell('campaign_package_name'),
        },
        campaign: cell('campaign'),
        country: cell('country'),
        impressions: cell('impressions'),
        clicks: cell('clicks'),
        installs: cell('conversions'),
        cost: cell('cost'),
      }),
    },
  ],
}

export default applovin
