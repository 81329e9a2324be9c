import { listAt } from '../readers/read-json.ts'
import type { CellReader, NetworkSource } from '../source.ts'

const revenue = /^(estimated_)?revenue$/

/** The app of a report by API. */
const appOf = (cell: CellReader) => ({
  id: cell('package_name') || cell('application'),
  name: cell('application'),
  platform: cell('platform'),
  package: cell('package_name'),
})

const applovinMax: NetworkSource = {
  name: 'applovin-max',
  title: 'AppLovin MAX report',
  network: 'applovin',
  mediates: true,
  dayZone: 'UTC',
  formats: {
    INTER: 'interstitial',
    INTERSTITIAL: 'interstitial',
    BANNER: 'banner',
    LEADER: 'banner',
    MREC: 'banner',
    REWARD: 'rewarded',
    REWARDED: 'rewarded',
    NATIVE: 'native',
    APPOPEN: 'app_open',
  },
  reports: [
    {
      kinds: ['figures', 'details'],
      columns: ['day', 'application', 'ad_format', 'impressions', revenue],
      json: (answer) => listAt(answer, 'results'),
      read: (cell) => ({
        day: cell('day'),
        app: appOf(cell),
        network: cell('network'),
        format: cell('ad_format'),
        adUnit: cell('max_ad_unit') || cell('max_ad_unit_id'),
        country: cell('country'),
        impressions: cell('impressions'),
        requests: cell('attempts'),
        matchedRequests: cell('responses'),
        revenue: cell(revenue),
        // A bidder has no name of its own here.
        rung: cell('network_placement'),
        placement: cell('max_placement'),
        testGroup: cell('max_ad_unit_test'),
        consent: cell('has_idfa'),
        deviceType: cell('device_type'),
        attempts: cell('attempts'),
        responses: cell('responses'),
      }),
    },
    {
      // As the connector divides MAX's rows, by age. Revenue and active users come in rows of their own.
      kinds: ['cohorts'],
      columns: ['day', 'application', 'age', 'installs'],
      table: false,
      json: (answer) => listAt(answer, 'results'),
      read: (cell) => ({
        day: cell('day'),
        app: appOf(cell),
        country: cell('country'),
        age: cell('age'),
        cohortUsers: cell('installs'),
        activeUsers: cell('user_count'),
        adRevenue: cell('ads_pub_revenue'),
        otherRevenue: cell('iap_pub_revenue'),
      }),
    },
    {
      // User-level ad revenue, which has a row for each impression: support.axon.ai, MAX, User-Level Ad Revenue API. What
      // identifies a user or a device is never asked for.
      kinds: ['details'],
      columns: ['Date', 'Ad Unit ID', 'Ad Format', 'Device Type', 'IDFV', 'Revenue'],
      read: (cell) => ({
        day: cell('Date'),
        network: cell('Network'),
        format: cell('Ad Format'),
        adUnit: cell('Ad Unit Name') || cell('Ad Unit ID'),
        country: cell('Country'),
        placement: cell('Placement'),
        deviceType: cell('Device Type'),
        impressions: '1',
        revenue: cell('Revenue'),
      }),
    },
    {
      columns: ['Est. Revenue', 'Impressions'],
      read: (cell) => ({
        day: cell(/^(Date|Day)$/),
        app: {
          id: cell('Package Name') || cell('Application'),
          name: cell('Application'),
          platform: cell('Platform'),
          package: cell('Package Name'),
        },
        network: cell('Network'),
        format: cell('Ad Format'),
        adUnit: cell('Ad Unit'),
        country: cell('Country'),
        impressions: cell('Impressions'),
        revenue: cell('Est. Revenue'),
      }),
    },
  ],
}

export default applovinMax
