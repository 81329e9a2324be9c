import { total } from '../normalise/numbers.ts'
import { type Json, listAt, textAt } from '../readers/read-json.ts'
import type { NetworkSource } from '../source.ts'

const meta: NetworkSource = {
  name: 'meta',
  title: 'Meta Audience Network report',
  network: 'facebook',
  dayZone: 'America/Los_Angeles',
  formats: {
    rewarded_video: 'rewarded',
    rewarded_interstitial: 'rewarded',
    interstitial: 'interstitial',
    banner: 'banner',
    medium_rectangle: 'banner',
    native: 'native',
    native_banner: 'native',
  },
  reports: [
    {
      columns: ['time', 'fb_ad_network_revenue'],
      json: pivoted,
      table: false,
      read: (cell) => ({
        day: cell('time'),
        app: { id: cell('property') || cell('app'), platform: cell('platform') },
        format: cell('display_format'),
        adUnit: cell('placement'),
        country: cell('country'),
        // Answers contain only the requested metrics.
        impressions: cell('fb_ad_network_imp') || '0',
        clicks: cell('fb_ad_network_click'),
        requests: cell('fb_ad_network_request'),
        matchedRequests: cell('fb_ad_network_filled_request'),
        revenue: cell('fb_ad_network_revenue'),
      }),
    },
  ],
}

export default meta

/** More real ones do not fit into a JSON document of the longest size. */
const maxResults = 200_000

/** An answer is recognised and read in several steps. */
const pivots = new WeakMap<object, Json[]>()

/** An answer has a row for each metric. Rows of the same time and breakdown become one. */
function pivoted(answer: Json): Json[] | null {
  const parts = listAt(answer, 'data') ?? []
  if (!parts.some((part) => listAt(part, 'results'))) return null
  const known = pivots.get(parts)
  if (known) return known
  const results = parts.flatMap((part) => listAt(part, 'results') ?? [])
  if (results.length > maxResults) return null
  const rows = new Map<string, Record<string, string>>()
  for (const result of results) {
    const breakdowns = (listAt(result, 'breakdowns') ?? []).map(
      (breakdown) => [textAt(breakdown, 'key'), textAt(breakdown, 'value')] as const,
    )
    const time = textAt(result, 'time')
    const key = JSON.stringify([time, breakdowns.toSorted()])
    const row = rows.get(key) ?? {
      time,
      fb_ad_network_revenue: '0',
      ...Object.fromEntries(breakdowns),
    }
    const metric = textAt(result, 'metric')
    row[metric] = total([row[metric] ?? '', textAt(result, 'value')])
    rows.set(key, row)
  }
  const all = [...rows.values()]
  pivots.set(parts, all)
  return all
}
