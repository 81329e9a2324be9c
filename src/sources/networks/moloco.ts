import { at, type Json, listAt, textAt } from '../readers/read-json.ts'
import type { NetworkSource } from '../source.ts'
import { storeApp } from '../store-app.ts'

const moloco: NetworkSource = {
  name: 'moloco',
  title: 'Moloco report',
  network: 'moloco',
  dayZone: 'UTC',
  formats: {
    banner: 'banner',
    mrec: 'banner',
    native: 'native',
    interstitial: 'interstitial',
    rewarded: 'rewarded',
    rewarded_video: 'rewarded',
    reward_video: 'rewarded',
    rewarded_interstitial: 'rewarded',
    app_open: 'app_open',
  },
  reports: [
    {
      columns: ['utc_date', 'app_store_id', 'revenue'],
      json: flatRows,
      table: false,
      read: (cell) => ({
        day: cell('utc_date'),
        app: {
          ...storeApp(cell('app_store_id')),
          platform: cell('os').replace(/^PLATFORM_TYPE_/, ''),
        },
        format: cell('inventory_type'),
        adUnit: cell('ad_unit_id'),
        country: cell('country'),
        // Answers leave out zeros.
        impressions: cell('impressions') || '0',
        clicks: cell('clicks') || '0',
        requests: cell('requests'),
        revenue: cell('revenue') || '0',
      }),
    },
  ],
}

export default moloco

function flatRows(answer: Json): Iterable<Json> | null {
  const rows = listAt(answer, 'rows')
  if (!rows?.every((row) => at(row, 'metric') !== undefined)) return null
  return rows.values().map((row) => ({
    utc_date: textAt(row, 'utc_date'),
    app_store_id: textAt(row, 'app', 'app_store_id'),
    os: textAt(row, 'device', 'os'),
    country: textAt(row, 'geo', 'country'),
    ad_unit_id: textAt(row, 'ad_unit', 'ad_unit_id'),
    inventory_type: textAt(row, 'ad_unit', 'inventory_type'),
    impressions: textAt(row, 'metric', 'impressions'),
    clicks: textAt(row, 'metric', 'clicks'),
    requests: textAt(row, 'metric', 'requests'),
    revenue: textAt(row, 'metric', 'revenue'),
  }))
}
