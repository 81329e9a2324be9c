import { formatDay, parseDay } from '../../../src/values/day.ts'
import type { Call, FakeNetwork, Reply } from '../fake-network.ts'
import { appNumber, dollars, type TruthRow } from '../truth.ts'

const given = { id: '7700', token: 'meta-token' }
const words = { banner: 'banner', interstitial: 'interstitial', rewarded: 'rewarded_video' }
/** Cells of fewer impressions are withheld when a country is asked for. */
const leastImpressions = 100

export default (): FakeNetwork => ({
  connector: 'meta',
  given,
  reports: 'facebook',
  rate: { requests: 50, seconds: 60 },
  routes: [
    {
      stage: 'report',
      method: 'GET',
      address: 'graph.facebook.com/v24.0/*/adnetworkanalytics',
      answer,
    },
  ],
  says: {
    'slow-down': failed(400, 4, '(#4) Application request limit reached'),
    'error-inside': failed(500, 2, 'An unexpected error has occurred'),
  },
  rowFaults: ['cut-page', 'lost-page', 'repeated-page', 'wrong-clock'],
})

function answer({ wild, query, rows, page, address }: Call): Reply {
  if (query.get('access_token') !== given.token) {
    return failed(400, 190, 'Error validating access token')
  }
  if (wild[0] !== given.id) return failed(400, 100, 'Unsupported get request')
  const day = parseDay(query.get('since') ?? '')
  if (day === null || query.get('until') !== query.get('since')) {
    return failed(400, 100, 'Invalid parameter')
  }
  const metrics = JSON.parse(query.get('metrics') ?? '[]') as string[]
  const breakdowns = JSON.parse(query.get('breakdowns') ?? '[]') as string[]
  const all = rows('facebook', day)
  const visible = breakdowns.includes('country')
    ? all.filter(({ impressions }) => impressions >= leastImpressions)
    : all
  const results = metrics.flatMap((metric) =>
    [...Map.groupBy(visible, (row) => breakdowns.map((key) => cells[key]!(row)).join())].map(
      ([, cell]) => ({
        time: `${formatDay(cell[0]!.day)}T08:00:00+0000`,
        metric,
        breakdowns: breakdowns.map((key) => ({ key, value: cells[key]!(cell[0]!) })),
        value: values[metric]!(cell),
      }),
    ),
  )
  const offset = Number(query.get('after') ?? 0)
  const part = page(results, offset, Number(query.get('limit') ?? 25))
  const after = String(offset + part.length)
  const next = `https://${address}?access_token=${given.token}&after=${after}`
  const isLast = offset + part.length >= results.length
  return {
    body: {
      data: [{ results: part }],
      paging: { cursors: { after }, ...(!isLast && { next }) },
    },
  }
}

const cells: Readonly<Record<string, (row: TruthRow) => string>> = {
  country: ({ country }) => country,
  platform: ({ app }) => app.platform,
  property: ({ app }) => appNumber('facebook', app),
  placement: ({ adUnit }) => adUnit,
  display_format: ({ format }) => words[format],
}

const sum = (cell: readonly TruthRow[], of: (row: TruthRow) => number) =>
  cell.reduce((total, row) => total + of(row), 0)

const values: Readonly<Record<string, (cell: readonly TruthRow[]) => string>> = {
  fb_ad_network_revenue: (cell) => dollars(sum(cell, ({ revenueMicros }) => revenueMicros)),
  fb_ad_network_imp: (cell) => String(sum(cell, ({ impressions }) => impressions)),
  fb_ad_network_request: (cell) => String(sum(cell, ({ requests }) => requests)),
  fb_ad_network_filled_request: (cell) =>
    String(sum(cell, ({ matchedRequests }) => matchedRequests)),
  fb_ad_network_click: (cell) => String(sum(cell, ({ clicks }) => clicks)),
}

function failed(status: number, code: number, message: string): Reply {
  return { status, body: { error: { message, type: 'OAuthException', code } } }
}
