import { type Json, listAt } from '../readers/read-json.ts'
import type { CellReader, NetworkSource } from '../source.ts'

/** An app of a report by API. */
const appOf = (cell: CellReader) => ({
  id: cell('appKey') || cell('app'),
  name: cell('appName') || cell('app'),
  platform: cell('platform'),
})

const levelplay: NetworkSource = {
  name: 'levelplay',
  title: 'Unity LevelPlay (ironSource) report',
  network: 'ironsource',
  mediates: true,
  dayZone: 'UTC',
  formats: {
    'rewarded video': 'rewarded',
    rewarded: 'rewarded',
    interstitial: 'interstitial',
    banner: 'banner',
    native: 'native',
    offerwall: 'offerwall',
  },
  reports: [
    {
      kinds: ['figures', 'details'],
      columns: ['date', 'adUnits', 'providerName', 'impressions', 'revenue'],
      json: nestedRows,
      read: (cell) => ({
        day: cell('date'),
        app: {
          id: cell('appKey'),
          name: cell('appName'),
          platform: cell('platform'),
          package: cell('bundleId'),
        },
        network: cell('providerName'),
        format: cell('adUnits'),
        country: cell('countryCode'),
        impressions: cell('impressions'),
        clicks: cell('clicks'),
        requests: cell('adSourceChecks'),
        matchedRequests: cell('adSourceResponses'),
        revenue: cell('revenue'),
        rung: cell('instanceName') || cell('instanceId'),
        placement: cell('placement'),
        testGroup: cell('abTest'),
        attempts: cell('adSourceChecks'),
        responses: cell('adSourceResponses'),
      }),
    },
    {
      kinds: ['figures', 'details'],
      columns: ['date', 'adFormat', 'adNetwork', 'impressions', 'revenue'],
      json: (answer) => listAt(answer) ?? listAt(answer, 'data'),
      read: (cell) => ({
        day: cell('date'),
        app: appOf(cell),
        network: cell('adNetwork'),
        format: cell('adFormat'),
        adUnit: cell(/^mediationAdUnit(Name)?$/) || cell('mediationAdUnitId'),
        country: cell('country'),
        impressions: cell('impressions'),
        clicks: cell('clicks'),
        rung: cell(/^instance(Name)?$/) || cell('instanceId'),
        placement: cell('placement'),
        testGroup: cell('abTest'),
        consent: cell('att'),
        // appRequests and appFills count what the app asked of the mediation, not of this network.
        revenue: cell('revenue'),
      }),
    },
    {
      kinds: ['audience'],
      columns: ['date', 'activeUsers', /^app(Key)?$/],
      json: (answer) => listAt(answer) ?? listAt(answer, 'data'),
      read: (cell) => ({
        day: cell('date'),
        app: appOf(cell),
        country: cell('country'),
        dau: cell('activeUsers'),
        sessions: cell('sessions'),
      }),
    },
  ],
}

export default levelplay

/** Version 6: each group states common values once, and lists figures in `data`. */
function nestedRows(answer: Json): Iterable<Json> | null {
  const groups = listAt(answer)
  if (!groups?.every((group) => listAt(group, 'data'))) return null
  return groups.values().flatMap((group) => {
    const { data, ...common } = group as { readonly [member: string]: readonly Json[] }
    return data!.values().map((figures) => ({ ...common, ...(figures as object) }))
  })
}
