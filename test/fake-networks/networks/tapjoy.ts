import { formatDay, parseDay } from '../../../src/values/day.ts'
import { type Call, type FakeNetwork, Logins, type Reply } from '../fake-network.ts'
import { appNumber, type TruthApp, type TruthRow } from '../truth.ts'

const given = { apiKey: 'dGFwam95LWtleQ==' }
const hourMs = 3_600_000

export default (): FakeNetwork => {
  const logins = new Logins()
  return {
    connector: 'tapjoy',
    given,
    reports: 'tapjoy',
    rate: { requests: 60, seconds: 60 },
    routes: [
      {
        stage: 'login',
        method: 'POST',
        address: 'api.tapjoy.com/v1/oauth2/token',
        answer: ({ headers, nowMs }) =>
          headers.authorization === `Basic ${given.apiKey}`
            ? { body: { access_token: logins.issue(nowMs, hourMs), expires_in: 3_600 } }
            : { status: 401, body: { error: 'invalid_client' } },
      },
      {
        stage: 'report',
        method: 'POST',
        address: 'api.tapjoy.com/graphql',
        answer: (call) => {
          const token = call.headers.authorization?.replace('Bearer ', '')
          return logins.isGood(token, call.nowMs) ? apps(call) : unknownLogin
        },
      },
    ],
    says: {
      'slow-down': { status: 429, body: 'Too Many Requests' },
      'log-in-again': unknownLogin,
      'error-inside': { body: { errors: [{ message: 'Something went wrong', code: 500 }] } },
    },
    rowFaults: ['cut-page', 'lost-page', 'repeated-page', 'wrong-clock'],
    addsRows: true,
    forgetLogins: () => logins.forget(),
  }
}

const unknownLogin: Reply = {
  body: { errors: [{ message: 'Authentication could not be verified.', code: 403 }] },
}

function apps({ text, rows, page, truth }: Call): Reply {
  const query: string = JSON.parse(text).query
  const [, first, , after = '0'] = /apps\(first: (\d+)(, after: "(\d+)")?\)/.exec(query) ?? []
  const [, from, until] = /from: "(.{10})T00:00:00Z", until: "(.{10})T23:59:59Z"/.exec(query) ?? []
  const day = parseDay(from ?? '')
  if (!first || day === null || until !== from) {
    return { body: { errors: [{ message: "Field 'apps' is missing required arguments" }] } }
  }
  const byApp = Map.groupBy(rows('tapjoy', day), ({ app }) => app)
  const part = page(truth.size.apps, Number(after), Number(first))
  const end = Number(after) + part.length
  const pageInfo = { endCursor: String(end), hasNextPage: end < truth.size.apps.length }
  const edges = part.map((app) => ({
    node: nodeOf(app, byApp.get(app) ?? [], /placements { name/.test(query)),
  }))
  return { body: { data: { publisher: { apps: { edges, pageInfo } } } } }
}

/** A placement for each ad unit; all are offerwalls. */
const nodeOf = (app: TruthApp, rows: readonly TruthRow[], isNamed: boolean) => ({
  id: appNumber('tapjoy', app),
  name: app.name,
  platform: app.platform.toUpperCase(),
  placements: [...Map.groupBy(rows, ({ adUnit }) => adUnit).values()].map((placed) => ({
    ...(isNamed && { name: placed[0]!.adUnit }),
    insights: {
      timestamps: [`${formatDay(placed[0]!.day)}T00:00:00Z`],
      reports: placed.map((row) => ({
        country: row.country.toLowerCase(),
        impressions: [row.impressions],
        clicks: [row.clicks],
        conversions: [0],
        earnings: [row.revenueMicros],
      })),
    },
  })),
})
