import { type Json, listAt, textAt } from '../readers/read-json.ts'
import type { NetworkSource } from '../source.ts'
import { storeApp } from '../store-app.ts'

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
    {
      columns: ['date', 'store_app_id', 'country_code', 'revenues'],
      json: (answer) => listAt(answer, 'reports')?.values().map(withDay) ?? null,
      table: false,
      read: (cell) => ({
        day: cell('date'),
        app: {
          ...storeApp(cell('store_app_id')),
          name: cell('app_name'),
          platform: platformOf(cell('store_app_id')),
        },
        adUnit: cell('zone_name') || cell('zone_id'),
        country: cell('country_code'),
        impressions: cell('impressions'),
        clicks: cell('clicks'),
        requests: cell('ad_server_requests'),
        matchedRequests: cell('ad_server_filled_requests'),
        revenue: cell('revenues'),
      }),
    },
  ],
}

export default verve

/** A row's day is written as `31/01/2026`. */
function withDay(row: Json): Json {
  const date = textAt(row, 'date').replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, '$3-$2-$1')
  return { ...(row as Record<string, Json>), date }
}

/** The id is that of a store: the App Store's are numbers, Google's are not. */
const platformOf = (storeId: string): string => (/^(id)?\d+$/.test(storeId) ? 'ios' : 'android')
