import { at, type Json } from '../readers/read-json.ts'
import type { NetworkSource } from '../source.ts'

const pangle: NetworkSource = {
  name: 'pangle',
  title: 'Pangle report',
  network: 'pangle',
  dayZone: 'UTC+8',
  formats: {
    '1': 'native',
    '2': 'banner',
    '3': 'app_open',
    '4': 'interstitial',
    '5': 'rewarded',
    '6': 'interstitial',
    '9': 'interstitial',
    'Native Ads': 'native',
    'Banner Ads': 'banner',
    'Interstitial Video Ads': 'interstitial',
    'Rewarded Video Ads': 'rewarded',
  },
  finality: {
    daysAfterMonth: 0,
    document: 'https://www.pangleglobal.com/knowledge/view-data-report',
    readOn: '2026-11-23',
  },
  reports: [
    {
      columns: ['ad_slot_type', 'show', 'revenue'],
      json: rowsByDay,
      table: false,
      read: (cell) => ({
        day: cell('date'),
        app: {
          id: cell('app_id'),
          name: cell('app_name'),
          platform: cell('os'),
          package: cell('package_name'),
        },
        format: cell('ad_slot_type'),
        adUnit: cell('ad_slot_id'),
        country: cell('region'),
        impressions: cell('show'),
        clicks: cell('click'),
        requests: cell('request'),
        matchedRequests: cell('return'),
        revenue: cell('revenue'),
        currency: cell('currency').toUpperCase(),
      }),
    },
  ],
}

export default pangle

/** An answer has a list of rows for each day. */
function rowsByDay(answer: Json): Iterable<Json> | null {
  const days = at(answer, 'Data')
  if (typeof days !== 'object' || days === null || Array.isArray(days)) return null
  return Object.entries(days)
    .values()
    .flatMap(([date, rows]) =>
      (Array.isArray(rows) ? rows : []).values().map((row) => ({ date, ...(row as object) })),
    )
}
