import { listAt } from '../readers/read-json.ts'
import type { NetworkSource } from '../source.ts'

const unityAds: NetworkSource = {
  name: 'unity-ads',
  title: 'Unity Ads statistics',
  network: 'unityads',
  dayZone: 'UTC',
  reports: [
    {
      columns: ['timestamp', 'source_game_id', 'start_count', 'revenue_sum'],
      json: (answer) => listAt(answer),
      read: (cell) => ({
        day: cell('timestamp'),
        app: {
          id: cell('source_game_id'),
          name: cell('source_name'),
          platform: cell('platform'),
        },
        adUnit: cell('placement'),
        country: cell('country'),
        impressions: cell('start_count'),
        requests: cell('adrequest_count'),
        matchedRequests: cell('available_sum'),
        revenue: cell('revenue_sum'),
      }),
    },
    {
      columns: ['Date', 'Source game name', 'views', 'revenue'],
      read: (cell) => ({
        day: cell('Date'),
        app: { name: cell('Source game name') },
        country: cell('Country'),
        impressions: cell('views'),
        revenue: cell('revenue'),
      }),
    },
  ],
}

export default unityAds
