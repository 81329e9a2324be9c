import { formatDay, parseDay } from '../../../src/values/day.ts'
import { type DetailRow, detailsOf } from '../detail-rows.ts'
import type { Call, FakeNetwork, Reply } from '../fake-network.ts'
import { dollars, type Truth, type TruthRow, withoutAdUnits } from '../truth.ts'

const given = { reportKey: 'max-report-key' }
const words = { banner: 'BANNER', interstitial: 'INTER', rewarded: 'REWARD' }
/** MAX names the networks in its own way. */
const names: Readonly<Record<string, string>> = {
  admob: 'ADMOB_BIDDING',
  unityads: 'UNITY_BIDDING',
  vungle: 'VUNGLE_NETWORK',
}

export default (): FakeNetwork => ({
  connector: 'applovin-max',
  given,
  reports: 'mediation',
  rate: { requests: 1, seconds: 1 },
  routes: [{ stage: 'report', method: 'GET', address: 'r.applovin.com/maxReport', answer }],
  says: {
    'slow-down': { status: 429, headers: { 'retry-after': '1' }, body: 'Too Many Requests' },
    'log-in-again': { status: 401, body: 'Unauthorized' },
    'error-inside': { body: { code: 500, message: 'Internal error' } },
  },
  rowFaults: ['cut-page', 'lost-page', 'repeated-page', 'wrong-clock'],
})

function answer({ query, nowMs, rows, page, truth }: Call): Reply {
  const key = query.get('api_key')
  if (key === null) return { status: 403, body: 'Forbidden' }
  if (key !== given.reportKey) return { status: 401, body: 'Invalid api_key' }
  const columns = query.get('columns')?.split(',') ?? []
  const [start, end] = [query.get('start'), query.get('end')].map((text) => parseDay(text ?? ''))
  if (start == null || end == null || columns.length === 0 || end < start) {
    return { status: 400, body: 'Bad Request' }
  }
  if (start < Math.floor(nowMs / 86_400_000) - 45) {
    return { status: 400, body: 'start is more than 45 days ago' }
  }
  const unknown = columns.find((column) => !cells[column])
  if (unknown) return { status: 400, body: `Invalid column ${unknown}` }
  const all = []
  for (let day = start; day <= end; day++) all.push(...rows('mediation', day))
  const offset = Number(query.get('offset') ?? 0)
  const sent = columns.includes('max_ad_unit_id') ? all : withoutAdUnits(all)
  const isDeep = columns.includes('network_placement')
  const drawn: readonly (TruthRow & Partial<DetailRow>)[] = isDeep ? detailsOf(sent) : sent
  const results = page(drawn, offset, Number(query.get('limit') ?? 1_000)).map((row) =>
    Object.fromEntries(columns.map((column) => [column, cells[column]!(row, truth)])),
  )
  return { body: { code: 200, count: results.length, results } }
}

/** All values are texts. */
const cells: Readonly<
  Record<string, (row: TruthRow & Partial<DetailRow>, truth: Truth) => string>
> = {
  network_placement: ({ rung }) => rung!,
  max_ad_unit_test: ({ testGroup }) => (testGroup === 'group_b' ? 'Group B' : ''),
  has_idfa: ({ consent }) => (consent === 'yes' ? '1' : '0'),
  device_type: ({ deviceType }) => deviceType!.toUpperCase(),
  day: ({ day }) => formatDay(day),
  application: ({ app }) => app.name,
  package_name: ({ app }) => app.package,
  platform: ({ app }) => app.platform,
  ad_format: ({ format }) => words[format],
  country: ({ country }) => country.toLowerCase(),
  max_ad_unit_id: ({ adUnit }) => adUnit,
  attempts: ({ requests }) => String(requests),
  responses: ({ matchedRequests }) => String(matchedRequests),
  network: ({ network }, truth) => truth.nameOf(network) ?? names[network] ?? network.toUpperCase(),
  impressions: ({ impressions }) => String(impressions),
  estimated_revenue: ({ revenueMicros }) => dollars(revenueMicros),
}
