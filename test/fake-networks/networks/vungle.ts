import { formatDay, parseDay } from '../../../src/values/day.ts'
import type { Call, FakeNetwork, Reply } from '../fake-network.ts'
import { appNumber, dollars, withoutAdUnits } from '../truth.ts'

const given = { apiKey: 'vungle-key' }

export default (): FakeNetwork => ({
  connector: 'vungle',
  given,
  reports: 'vungle',
  rate: { requests: 1, seconds: 1 },
  routes: [
    {
      stage: 'report',
      method: 'GET',
      address: 'report.api.vungle.com/ext/pub/reports/performance',
      answer,
    },
  ],
  says: {
    'slow-down': { status: 429, headers: { 'retry-after': '1' }, body: 'Rate limit exceeded' },
    'log-in-again': { status: 401, body: 'Unauthorized' },
    'error-inside': { body: { error: 'try again' } },
  },
  rowFaults: ['wrong-clock'],
})

function answer({ query, headers, rows }: Call): Reply {
  if (headers.authorization !== `Bearer ${given.apiKey}`)
    return { status: 401, body: 'Unauthorized' }
  if (headers['vungle-version'] !== '1') return { status: 400, body: 'Vungle-Version' }
  const day = parseDay(query.get('start') ?? '')
  const isComplete = query.get('dimensions')?.includes('date') && query.get('aggregates')
  if (day === null || query.get('end') !== query.get('start') || !isComplete) {
    return { status: 400, body: 'Bad Request' }
  }
  const found = rows('vungle', day)
  const hasPlacements = query.get('dimensions')!.split(',').includes('placement')
  const all = hasPlacements ? found : withoutAdUnits(found)
  // No data is an empty body.
  if (all.length === 0) return { body: '' }
  return {
    body: all.map((row) => ({
      date: formatDay(row.day),
      platform: row.app.platform === 'ios' ? 'iOS' : 'Android',
      'application id': appNumber('vungle', row.app),
      'application name': row.app.name,
      ...(row.adUnit && { 'placement id': row.adUnit, 'placement name': row.adUnit }),
      country: row.country,
      adType:
        row.format === 'banner' ? 'banner' : row.format === 'rewarded' ? 'video' : 'interstitial',
      incentivized: row.format === 'rewarded',
      views: row.impressions,
      clicks: row.clicks,
      revenue: Number(dollars(row.revenueMicros)),
    })),
  }
}
