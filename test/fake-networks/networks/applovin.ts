import { formatDay, parseDay } from '../../../src/values/day.ts'
import type { Call, FakeNetwork, Reply } from '../fake-network.ts'
import { type SpendRow, spendOf } from '../spend-rows.ts'
import { dollars, type TruthRow, withoutAdUnits } from '../truth.ts'

const given = { reportKey: 'applovin-report-key' }

export default (): FakeNetwork => ({
  connector: 'applovin',
  given,
  reports: 'applovin',
  rate: { requests: 1, seconds: 1 },
  routes: [{ stage: 'report', method: 'GET', address: 'r.applovin.com/report', answer }],
  says: {
    'slow-down': { status: 429, headers: { 'retry-after': '1' }, body: 'Too Many Requests' },
    'error-inside': { body: { code: 500, message: 'Internal error' } },
  },
  rowFaults: ['cut-page', 'lost-page', 'repeated-page', 'wrong-clock'],
})

function answer({ query, rows, page, truth }: Call): Reply {
  if (query.get('api_key') !== given.reportKey) return { status: 403, body: 'Forbidden' }
  const columns = query.get('columns')?.split(',') ?? []
  const day = parseDay(query.get('start') ?? '')
  const type = query.get('report_type')
  const known = type === 'publisher' ? cells : type === 'advertiser' ? spendCells : null
  if (day === null || query.get('end') !== query.get('start') || !known) {
    return { status: 400, body: 'Bad Request' }
  }
  const unknown = columns.find((column) => !known[column])
  if (unknown) return { status: 400, body: `Invalid column ${unknown}` }
  const offset = Number(query.get('offset') ?? 0)
  const limit = Number(query.get('limit') ?? 1_000)
  if (type === 'advertiser') {
    if (truth.size.advertises === null) return { status: 403, body: 'Not an advertiser' }
    const spent = truth.size.advertises ? spendOf(rows('applovin', day)) : []
    const results = page(spent, offset, limit).map((row) =>
      Object.fromEntries(columns.map((column) => [column, spendCells[column]!(row)])),
    )
    return { body: { code: 200, count: results.length, results } }
  }
  const all = rows('applovin', day)
  const sent = columns.includes('zone_id') ? all : withoutAdUnits(all)
  const part = page(sent, offset, limit)
  const results = part.map((row) =>
    Object.fromEntries(columns.map((column) => [column, cells[column]!(row)])),
  )
  return { body: { code: 200, count: results.length, results } }
}

/** All values are texts. */
const cells: Readonly<Record<string, (row: TruthRow) => string>> = {
  day: ({ day }) => formatDay(day),
  application: ({ app }) => app.name,
  package_name: ({ app }) => app.package,
  platform: ({ app }) => app.platform,
  country: ({ country }) => country.toLowerCase(),
  ad_type: ({ format }) => (format === 'rewarded' ? 'REWARD' : 'GRAPHIC'),
  size: ({ format }) => (format === 'banner' ? 'BANNER' : 'INTER'),
  zone_id: ({ adUnit }) => adUnit,
  impressions: ({ impressions }) => String(impressions),
  clicks: ({ clicks }) => String(clicks),
  revenue: ({ revenueMicros }) => dollars(revenueMicros),
}

const spendCells: Readonly<Record<string, (row: SpendRow) => string>> = {
  day: ({ day }) => formatDay(day),
  campaign: ({ campaign }) => campaign,
  campaign_package_name: ({ app }) => app.package,
  platform: ({ app }) => app.platform,
  country: ({ country }) => country.toLowerCase(),
  impressions: ({ impressions }) => String(impressions),
  clicks: ({ clicks }) => String(clicks),
  conversions: ({ installs }) => String(installs),
  cost: ({ costMicros }) => dollars(costMicros),
}
