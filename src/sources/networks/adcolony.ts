import { listAt } from '../readers/read-json.ts'
import type { NetworkSource } from '../source.ts'

const adcolony: NetworkSource = {
  name: 'adcolony',
  title: 'AdColony report',
  network: 'adcolony',
  dayZone: 'UTC',
  reports: [
    {
      columns: ['date', 'zone_id', 'cvvs', 'impressions', 'earnings'],
      json: (answer) => listAt(answer, 'results'),
      read: (cell) => {
        const store = cell('store_id')
        return {
          day: cell('date'),
          app: {
            id: cell('app_id'),
            name: cell('app_name'),
            platform: cell('platform'),
            ...(/^\d+$/.test(store) ? { storeId: store } : { package: store }),
          },
          adUnit: cell('zone_name') || cell('zone_id'),
          country: cell('country'),
          impressions: cell('impressions'),
          clicks: cell('clicks'),
          requests: cell('requests'),
          revenue: cell('earnings'),
        }
      },
    },
    {
      columns: ['Start Date', 'App Name', 'Earnings ($)', 'Impressions'],
      read: (cell) => ({
        day: cell('Start Date'),
        app: { name: cell('App Name') },
        country: cell('Country'),
        impressions: cell('Impressions'),
        clicks: cell('Clicks'),
        requests: cell('Requests'),
        revenue: cell('Earnings ($)'),
      }),
    },
  ],
}

export default adcolony
