import { formatDay } from '../../values/day.ts'
import { detail } from '../ad-units.ts'
import { type Answer, connector, type Fault, type FaultKind } from '../connector.ts'
import { judgeStatus } from '../judge-status.ts'
import { at, listAt, textAt } from '../readers/read-json.ts'
import { DayRows, tryLater } from '../report-rows.ts'
import source from './tapjoy.ts'

const api = 'https://api.tapjoy.com'
const appsPerPage = 50
const rowsOf = source.reports[1]!.json!

export default connector({
  name: 'tapjoy',
  title: 'Tapjoy (Unity Offerwall)',
  source: 'tapjoy',
  kind: 'network',
  verified: 'documents',
  documents: [
    'https://docs.unity.com/en-us/grow/offerwall/monetization/api/reporting-api-publisher',
    'https://docs.unity.com/en-us/grow/offerwall/monetization/api/reporting-api-best-practices',
  ],
  hosts: ['api.tapjoy.com'],
  fields: {
    apiKey: {
      title: 'Reporting API key',
      where: 'Tapjoy dashboard > Settings > Reporting API',
      isSecret: true,
    },
    detail,
  },
  days: { zone: () => 'UTC', readyHours: 8, back: null, reread: 7 },
  // Limits are not documented.
  rate: { requests: 20, seconds: 60 },
  *login({ apiKey }) {
    const { json } = yield {
      method: 'POST',
      url: `${api}/v1/oauth2/token`,
      headers: { authorization: `Basic ${apiKey}`, accept: 'application/json; */*' },
    }
    const token = textAt(json ?? undefined, 'access_token')
    if (!token) throw tryLater('answered no access_token')
    return { token, validMs: Number(textAt(json!, 'expires_in') || 3_600) * 1_000 }
  },
  *report({ day, given, login }) {
    const name = given.detail === 'totals' ? '' : 'name '
    // Placements of an app may have the same figures.
    const rows = new DayRows('timestamp', day, null)
    for (let after: string | null = null; ; ) {
      const { json } = yield {
        method: 'POST',
        url: `${api}/graphql`,
        headers: { authorization: `Bearer ${login!.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query: queryOf(formatDay(day), name, after) }),
        isReport: true,
      }
      rows.add(rowsOf(json!)!)
      const page = at(json!, 'data', 'publisher', 'apps', 'pageInfo')
      if (textAt(page, 'hasNextPage') !== 'true') return rows.count
      const cursor = textAt(page, 'endCursor')
      if (!cursor || cursor === after) throw tryLater('sent no cursor of the next page')
      after = cursor
    }
  },
  judge,
})

/** The last second of the day: whether the end belongs to the range is not documented. */
const queryOf = (date: string, name: string, after: string | null): string =>
  `query { publisher { apps(first: ${appsPerPage}${after === null ? '' : `, after: ${JSON.stringify(after)}`}) {
    edges { node { id name platform placements { ${name}
      insights(timeRange: { from: "${date}T00:00:00Z", until: "${date}T23:59:59Z" }) {
        timestamps
        reports { country impressions clicks conversions earnings }
      }
    } } }
    pageInfo { endCursor hasNextPage }
  } } }`.replace(/\s+/g, ' ')

/** Errors of logins and queries have the status 200. */
function judge(answer: Answer): Fault | null {
  const json = answer.json ?? undefined
  const [error] = listAt(json, 'errors') ?? []
  if (error !== undefined) {
    const message = (textAt(error, 'message') || 'an error without a message').slice(0, 200)
    return { kind: kindOf(textAt(error, 'code')), message }
  }
  const fault = judgeStatus(answer)
  if (fault || textAt(json, 'access_token') || rowsOf(json ?? null)) return fault
  return { kind: 'try-later', message: 'answered no apps' }
}

/** The codes are HTTP's. Errors of the query itself have none. */
function kindOf(code: string): FaultKind {
  if (code === '401' || code === '403') return 'log-in-again'
  if (code === '429') return 'slow-down'
  return Number(code) >= 500 ? 'try-later' : 'request-refused'
}
