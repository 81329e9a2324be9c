import type { NetworkSource } from '../source.ts'

const digitalTurbine: NetworkSource = {
  name: 'digital-turbine',
  title: 'Digital Turbine FairBid report',
  network: 'digitalturbine',
  dayZone: 'UTC',
  formats: { Banner: 'banner', MREC: 'banner', Interstitial: 'interstitial', Rewarded: 'rewarded' },
  reports: [
    {
      columns: ['Fyber App ID', 'Placement Type', 'Date', 'Impressions', 'Revenue (USD)'],
      read: (cell) => ({
        day: cell('Date'),
        app: { id: cell('Fyber App ID'), name: cell('App Name'), platform: cell('Device OS') },
        format: cell('Placement Type'),
        adUnit: cell('Placement Name'),
        country: cell('Country'),
        impressions: cell('Impressions'),
        clicks: cell('Clicks'),
        requests: cell('Bid Requests'),
        matchedRequests: cell('Bid Responses'),
        revenue: cell('Revenue (USD)'),
      }),
    },
  ],
}

export default digitalTurbine
