import { formatDay, parseDay } from '../../../src/values/day.ts'
import type { Call, FakeNetwork, Reply } from '../fake-network.ts'
import { dollars, type TruthApp, type TruthRow } from '../truth.ts'

const given = { token: 'verve-token' }
const groups = ['date', 'country_code', 'store_app_id']

export default (): FakeNetwork => ({
  connector: 'verve',
  given,
  reports: 'verve',
  rate: { requests: 5, seconds: 1 },
  routes: [
    { stage: 'report', method: 'GET', address: 'dashboard.pubnative.net/api/reports', answer },
  ],
  says: {
    'slow-down': { status: 429, body: { message: 'Too many requests' } },
    'error-inside': { body: { status: 'error', message: 'Please retry' } },
  },
  rowFaults: ['wrong-clock'],
  addsRows: true,
})

function answer({ query, rows }: Call): Reply {
  if (query.get('account_auth_token') !== given.token) {
    return { body: { status: 'error', errors: 'Invalid account_auth_token' } }
  }
  const start = query.get('start_date') ?? ''
  const day = parseDay(start.split('/').reverse().join('-'))
  const isGrouped = groups.every((group) => query.getAll('group_by[]').includes(group))
  if (day === null || query.get('end_date') !== start || !isGrouped) {
    return { status: 422, body: { status: 'error', errors: 'Invalid dates or groups' } }
  }
  const hasZones = query.getAll('group_by[]').includes('zone_name')
  const sent = Map.groupBy(rows('verve', day), ({ app, country, adUnit }) =>
    [country, storeIdOf(app), hasZones && adUnit].join(),
  )
  const reports = [...sent.values()].map((group) => {
    const { country, app } = group[0]!
    const sum = (of: (row: TruthRow) => number) => group.reduce((total, row) => total + of(row), 0)
    return {
      date: formatDay(group[0]!.day).split('-').reverse().join('/'),
      country_code: country,
      store_app_id: storeIdOf(app),
      app_name: app.name,
      ...(hasZones && { zone_name: group[0]!.adUnit }),
      ad_server_requests: sum(({ requests }) => requests),
      ad_server_filled_requests: sum(({ matchedRequests }) => matchedRequests),
      impressions: sum(({ impressions }) => impressions),
      clicks: sum(({ clicks }) => clicks),
      revenues: Number(dollars(sum(({ revenueMicros }) => revenueMicros))),
    }
  })
  return { body: { status: 'success', reports } }
}

const storeIdOf = ({ package: name, platform }: TruthApp): string =>
  platform === 'ios' ? String(1_000_000_000 + name.length) : name
