import type { NetworkSource } from '../source.ts'

const verve: NetworkSource = {
  name: 'verve',
  title: 'Verve report',
  network: 'verve',
  dayZone: 'UTC',
  reports: [
    {
      columns: ['Country Name', 'Payout', 'Impressions', 'Ecpm Payout'],
      read: (cell) => ({
        day: cell(/^(Date|Day)$/),
        app: { name: cell(/^App( Name)?$/) },
        country: cell('Country Name'),
        impressions: cell('Impressions'),
        clicks: cell('Clicks'),
        requests: cell('Ad Server Requests'),
        revenue: cell('Payout'),
      }),
    },
  ],
}

export default verve
