import { addDays, formatDay, parseDay } from '../../../src/values/day.ts'
import type { Call, FakeNetwork, Reply } from '../fake-network.ts'
import { dollars, type TruthApp, type TruthRow } from '../truth.ts'

const given = { username: 'bidmachine-user', password: 'bidmachine-password' }
const measures = ['impressions', 'clicks', 'revenue']

export default (): FakeNetwork => ({
  connector: 'bidmachine',
  given,
  reports: 'bidmachine',
  rate: { requests: 6, seconds: 60 },
  routes: [
    { stage: 'report', method: 'GET', address: 'api-eu.bidmachine.io/api/v1/report/ssp', answer },
  ],
  says: {
    'slow-down': {
      status: 429,
      headers: { 'ad-exchange-warn-message': 'Please try again in 5 seconds.' },
    },
    'error-inside': { body: { error: 'internal' } },
  },
  rowFaults: ['wrong-clock'],
})

function answer({ query, headers, rows }: Call): Reply {
  const login = Buffer.from(`${given.username}:${given.password}`).toString('base64')
  if (headers.authorization !== `Basic ${login}`) return { status: 401, body: 'Unauthorized' }
  const day = parseDay(query.get('start') ?? '')
  const fields = query.get('fields')?.split(',') ?? []
  const isTable = query.get('format') === 'csv' && query.get('csv_header') === '1'
  if (day === null || query.get('end') !== formatDay(addDays(day, 1)) || !isTable) {
    return { status: 400, body: 'Bad Request' }
  }
  const dimensions = fields.filter((field) => !measures.includes(field))
  const groups = Map.groupBy(rows('bidmachine', day), (row) =>
    dimensions.map((field) => cells[field]!([row])).join(),
  )
  const lines = [...groups.values()].map((group) =>
    fields.map((field) => cells[field]!(group)).join(),
  )
  return { body: [fields.join(), ...lines, ''].join('\n') }
}

const bundleOf = ({ package: name, platform }: TruthApp): string =>
  platform === 'ios' ? String(1_000_000_000 + name.length) : name

const sum = (group: readonly TruthRow[], of: (row: TruthRow) => number) =>
  group.reduce((total, row) => total + of(row), 0)

const cells: Readonly<Record<string, (group: readonly TruthRow[]) => string | number>> = {
  date: ([row]) => `"${formatDay(row!.day)}"`,
  app_name: ([row]) => `"${row!.app.name}"`,
  app_bundle: ([row]) => `"${bundleOf(row!.app)}"`,
  platform: ([row]) => `"${row!.app.platform}"`,
  ad_type: ([row]) => `"${row!.format}"`,
  country: ([row]) => `"${row!.country}"`,
  placement: ([row]) => `"${row!.adUnit}"`,
  impressions: (group) => sum(group, ({ impressions }) => impressions),
  clicks: (group) => sum(group, ({ clicks }) => clicks),
  revenue: (group) => dollars(sum(group, ({ revenueMicros }) => revenueMicros)),
}
