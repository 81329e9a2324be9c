import { formatDay, parseDay } from '../../../src/values/day.ts'
import { type CohortRow, cohortsOf, knownAt, toldAges } from '../cohort-curves.ts'
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
  routes: [
    { stage: 'report', method: 'GET', address: 'r.applovin.com/maxReport', answer },
    {
      stage: 'report',
      method: 'GET',
      address: 'r.applovin.com/maxCohort',
      answer: (call) => cohortAnswer(call, ['ads_pub_revenue', 'iap_pub_revenue']),
    },
    {
      stage: 'report',
      method: 'GET',
      address: 'r.applovin.com/maxCohort/session',
      answer: (call) => cohortAnswer(call, ['user_count']),
    },
  ],
  says: {
    'slow-down': { status: 429, headers: { 'retry-after': '1' }, body: 'Too Many Requests' },
    'log-in-again': { status: 401, body: 'Unauthorized' },
    'error-inside': { body: { code: 500, message: 'Internal error' } },
  },
  rowFaults: ['cut-page', 'lost-page', 'repeated-page', 'wrong-clock'],
})

/** The refusal of a request whose key, days or columns are not accepted; null for others. */
function refusalOf({ query, nowMs }: Call, isColumn: (name: string) => boolean): Reply | null {
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
  const unknown = columns.find((column) => !isColumn(column))
  return unknown === undefined ? null : { status: 400, body: `Invalid column ${unknown}` }
}

const columnsOf = ({ query }: Call) => query.get('columns')!.split(',')

function truthRows({ query, rows }: Call): TruthRow[] {
  const [start, end] = [parseDay(query.get('start')!)!, parseDay(query.get('end')!)!]
  const all = []
  for (let day = start; day <= end; day++) all.push(...rows('mediation', day))
  return all
}

/** A report of cohorts, with a column for each age. */
function cohortAnswer(call: Call, metrics: readonly string[]): Reply {
  const { query, nowMs, page } = call
  const isAge = (column: string) => {
    const [, metric, age] = /^(.+)_(\d+)$/.exec(column) ?? []
    return metrics.includes(metric!) && toldAges.includes(Number(age))
  }
  const refusal = refusalOf(call, (column) => column in cohortCells || isAge(column))
  if (refusal) return refusal
  const cell = (row: CohortRow, column: string) => {
    const plain = cohortCells[column]
    if (plain) return plain(row)
    const [, metric, age] = /^(.+)_(\d+)$/.exec(column)!
    const known = (value: number) => knownAt(nowMs, row.day, Number(age), value)
    if (metric === 'user_count') return String(known(row.active(Number(age))))
    const of = metric === 'ads_pub_revenue' ? row.adMicros : row.iapMicros
    return dollars(known(of(Number(age))))
  }
  const all = cohortsOf(truthRows(call))
  const part = page(all, Number(query.get('offset') ?? 0), Number(query.get('limit') ?? 1_000))
  const results = part.map((row) =>
    Object.fromEntries(columnsOf(call).map((column) => [column, cell(row, column)])),
  )
  return { body: { code: 200, count: results.length, results } }
}

const cohortCells: Readonly<Record<string, (row: CohortRow) => string>> = {
  day: ({ day }) => formatDay(day),
  application: ({ app }) => app.name,
  package_name: ({ app }) => app.package,
  platform: ({ app }) => app.platform,
  country: ({ country }) => country.toLowerCase(),
  installs: ({ installs }) => String(installs),
}

function answer(call: Call): Reply {
  const { query, page, truth } = call
  const refusal = refusalOf(call, (column) => column in cells)
  if (refusal) return refusal
  const columns = columnsOf(call)
  const all = truthRows(call)
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
