import { dayOf, formatDay } from '../../../src/values/day.ts'
import type { Call, FakeNetwork, Reply } from '../fake-network.ts'
import { appNumber, dollars, type TruthRow } from '../truth.ts'

const given = { apiKey: 'unity-key', organizationId: '1234567890' }

export default (): FakeNetwork => ({
  connector: 'unity-ads',
  given,
  reports: 'unityads',
  rate: { requests: 1, seconds: 1 },
  routes: [
    {
      stage: 'report',
      method: 'GET',
      address: 'monetization.api.unity.com/stats/v1/operate/organizations/*',
      answer: (call) => redirect(call),
    },
    {
      stage: 'report',
      method: 'GET',
      address: `${signedHost}/*`,
      answer,
    },
  ],
  says: {
    'slow-down': { status: 429, body: { errors: [{ msg: 'too many requests' }] } },
    'log-in-again': { status: 401, body: { errors: [{ msg: 'invalid token' }] } },
  },
  rowFaults: ['wrong-clock'],
  addsRows: true,
})

/** The documents say that "the redirect URL fetches the data", and name no host. */
const signedHost = 'stats.signed.example'

function redirect(call: Call): Reply {
  const { query, headers, wild } = call
  const token = headers.authorization ?? query.get('apikey')
  if (!token) return refused(400, 'access token required')
  if (token !== `Token ${given.apiKey}` && token !== given.apiKey)
    return refused(401, 'invalid token')
  if (wild[0] !== given.organizationId) return refused(404, 'organization not found')
  const location = `https://${signedHost}/${given.organizationId}?${query}&signature=good`
  return { status: 302, headers: { location } }
}

function answer({ query, headers, rows }: Call): Reply {
  // A login beside a signature is refused.
  if (headers.authorization || query.get('signature') !== 'good') return refused(403, 'signature')
  const get = (name: string) => query.get(name) ?? ''
  const fields = get('fields').split(',')
  const groups = get('groupBy')
    .split(',')
    .filter((group) => group !== '')
  const [start, end] = [Date.parse(get('start')), Date.parse(get('end'))]
  if (!fields.includes('revenue_sum') || get('scale') !== 'day' || !(end > start)) {
    return refused(400, 'fields, scale, start and end are required')
  }
  if (groups.some((group) => !keys[group])) return refused(400, 'unknown groupBy')
  const found = new Map<string, Record<string, string | number>>()
  for (let day = dayOf(start); day <= dayOf(end); day++) {
    for (const row of rows('unityads', day)) add(found, row, groups, fields)
  }
  const isText = !headers.accept?.includes('json')
  return isText ? { body: 'timestamp\n' } : { body: [...found.values()] }
}

/** Adds a row to those of its group. Sums are of whole micros, so they stay exact. */
function add(
  found: Map<string, Record<string, string | number>>,
  row: TruthRow,
  groups: readonly string[],
  fields: readonly string[],
): void {
  const timestamp = `${formatDay(row.day)}T00:00:00.000Z`
  const group = Object.assign({ timestamp }, ...groups.map((name) => keys[name]!(row)))
  const key = JSON.stringify(group)
  const sums = found.get(key) ?? group
  for (const field of fields) {
    const micros = Math.round(Number(sums[field] ?? 0) * 1e6) + (figures[field]?.(row) ?? 0)
    sums[field] = Number(dollars(micros))
  }
  found.set(key, sums)
}

const keys: Readonly<Record<string, (row: TruthRow) => Record<string, string>>> = {
  country: ({ country }) => ({ country }),
  platform: ({ app }) => ({ platform: app.platform }),
  placement: ({ adUnit }) => ({ placement: adUnit }),
  game: ({ app }) => ({ source_game_id: appNumber('unityads', app), source_name: app.name }),
}

/** In millionths. */
const figures: Readonly<Record<string, (row: TruthRow) => number>> = {
  adrequest_count: ({ requests }) => requests * 1e6,
  available_sum: ({ matchedRequests }) => matchedRequests * 1e6,
  start_count: ({ impressions }) => impressions * 1e6,
  view_count: ({ impressions }) => impressions * 1e6,
  revenue_sum: ({ revenueMicros }) => revenueMicros,
}

const refused = (status: number, msg: string): Reply => ({ status, body: { errors: [{ msg }] } })
