import { formatDay, parseDay } from '../../../src/values/day.ts'
import type { Call, FakeNetwork, Reply } from '../fake-network.ts'
import { dollars, type TruthRow } from '../truth.ts'

const given = { token: 'yandex-token', zone: 'Europe/Moscow' }
const words = { banner: 'Banner', interstitial: 'Interstitial', rewarded: 'Rewarded' }

export default (): FakeNetwork => ({
  connector: 'yandex',
  given,
  reports: 'yandex',
  rate: { requests: 60, seconds: 60 },
  routes: [
    {
      stage: 'report',
      method: 'GET',
      address: 'partner.yandex.ru/api/statistics2/get.json',
      answer,
    },
  ],
  says: {
    'slow-down': { status: 429, body: { result: 'error', message: 'Too many requests' } },
    'error-inside': { body: { result: 'error', message: 'Try again' } },
  },
  rowFaults: ['cut-page', 'lost-page', 'repeated-page', 'wrong-clock'],
  addsRows: true,
})

/** Rows of all countries are one point. */
function answer({ query, headers, rows, page }: Call): Reply {
  if (headers.authorization !== `OAuth ${given.token}`) {
    return { status: 401, body: { result: 'error', message: 'Token is not valid' } }
  }
  const [from, to] = query.getAll('period')
  const day = parseDay(from ?? '')
  const entities = query.getAll('entity_field')
  const fields = query.getAll('field')
  const isKnown = [...entities, ...fields].every((name) => cells[name])
  if (day === null || from !== to || query.get('lang') !== 'en' || !isKnown) {
    return { status: 400, body: { result: 'error', message: 'Unknown field' } }
  }
  const groups = Map.groupBy(rows('yandex', day), (row) =>
    entities.map((name) => cells[name]!([row])).join(),
  )
  const { limit, offset } = JSON.parse(query.get('limits') ?? '{"limit":1000,"offset":0}')
  const points = page([...groups.values()], offset, limit).map((group) => ({
    dimensions: {
      date: [formatDay(group[0]!.day)],
      ...Object.fromEntries(entities.map((name) => [name, cells[name]!(group)])),
    },
    measures: [Object.fromEntries(fields.map((name) => [name, cells[name]!(group)]))],
  }))
  return { body: { result: 'ok', data: { points } } }
}

const sum = (group: readonly TruthRow[], of: (row: TruthRow) => number) =>
  group.reduce((total, row) => total + of(row), 0)

const cells: Readonly<Record<string, (group: readonly TruthRow[]) => string | number>> = {
  page_caption: ([row]) => `${row!.app.name} (${row!.app.platform})`,
  block_type: ([row]) => words[row!.format],
  impressions: (group) => sum(group, ({ impressions }) => impressions),
  clicks: (group) => sum(group, ({ clicks }) => clicks),
  partner_wo_nds: (group) => Number(dollars(sum(group, ({ revenueMicros }) => revenueMicros))),
}
