import { formatDay, parseDay } from '../../../src/values/day.ts'
import { type DetailRow, detailsOf, type UserRow, usersOf } from '../detail-rows.ts'
import { type Call, type FakeNetwork, Logins, type Reply } from '../fake-network.ts'
import { appNumber, dollars, type TruthRow, withoutAdUnits } from '../truth.ts'

const given = { secretKey: 'levelplay-secret', refreshToken: 'levelplay-refresh' }
const needed = ['startDate', 'endDate', 'metrics', 'breakdowns']
const breakdowns = [
  'date',
  'app',
  'platform',
  'adNetwork',
  'adFormat',
  'country',
  'mediationAdUnit',
  'instance',
  'placement',
  'abTest',
  'att',
]
const hourMs = 3_600_000

export default (): FakeNetwork => {
  const logins = new Logins()
  return {
    connector: 'levelplay',
    given,
    reports: 'mediation',
    rate: { requests: 8_000, seconds: 3_600 },
    routes: [
      {
        stage: 'login',
        method: 'GET',
        address: 'platform.ironsrc.com/partners/publisher/auth',
        answer: ({ headers, nowMs }) => {
          const isGood =
            headers.secretkey === given.secretKey && headers.refreshtoken === given.refreshToken
          if (!isGood) return { status: 401, body: { error: 'Invalid credentials' } }
          // The report checks the signature, which is the login's own token.
          return { body: jwt(logins.issue(nowMs, hourMs), nowMs + hourMs) }
        },
      },
      {
        stage: 'report',
        method: 'GET',
        address: 'platform.ironsrc.com/levelPlay/reporting/v1',
        answer: (call) => {
          const token = call.headers.authorization?.split('.')[2]
          if (!logins.isGood(token, call.nowMs)) return { status: 401, body: 'Unauthorized' }
          return report(call)
        },
      },
    ],
    says: {
      'slow-down': { status: 429, body: 'Rate limit exceeded' },
      'log-in-again': { status: 401, body: 'Unauthorized' },
      'error-inside': { body: { error: 'internal' } },
    },
    rowFaults: ['cut-page', 'lost-page', 'repeated-page', 'wrong-clock'],
    forgetLogins: () => logins.forget(),
  }
}

function report({ query, rows, numberedPage }: Call): Reply {
  const missing = needed.find((name) => !query.get(name))
  if (missing) return { status: 400, body: { error: `${missing} is required` } }
  const asked = query.get('breakdowns')!.split(',')
  if (asked.some((name) => !breakdowns.includes(name))) {
    return { status: 400, body: { error: 'breakdowns' } }
  }
  const day = parseDay(query.get('startDate')!)
  if (day === null || query.get('endDate') !== query.get('startDate')) {
    return { status: 400, body: { error: 'dates' } }
  }
  const all = rows('mediation', day)
  if (asked.join() === 'date') {
    const impressions = all.reduce((total, row) => total + row.impressions, 0)
    return {
      body: {
        data:
          all.length === 0
            ? []
            : [{ date: formatDay(all[0]!.day), impressions, sessions: impressions }],
      },
    }
  }
  const limit = Number(query.get('resultsPerPage') ?? 1_000)
  const page = Number(query.get('page') ?? 1)
  if (query.get('metrics')!.includes('activeUsers')) {
    return { body: { data: numberedPage(usersOf(all).map(userRow), page, limit).rows } }
  }
  const units = asked.includes('mediationAdUnit') ? all : withoutAdUnits(all)
  const drawn: readonly (TruthRow & Partial<DetailRow>)[] = asked.includes('instance')
    ? detailsOf(units)
    : units
  const sent = drawn.map((row) => ({
    date: formatDay(row.day),
    appKey: appNumber('levelplay', row.app),
    appName: row.app.name,
    platform: row.app.platform,
    adNetwork: row.network,
    adFormat: row.format,
    country: row.country,
    ...(row.adUnit && { mediationAdUnitName: row.adUnit }),
    ...(row.rung !== undefined && {
      instance: row.rung,
      placement: 'level_end',
      abTest: row.testGroup === 'group_b' ? 'Group B' : '',
      att: row.consent === 'yes' ? 'authorized' : 'denied',
    }),
    impressions: row.impressions,
    clicks: row.clicks,
    revenue: Number(dollars(row.revenueMicros)),
  }))
  return { body: { data: numberedPage(sent, page, limit).rows } }
}

const userRow = ({ day, app, country, dau, sessions }: UserRow) => ({
  date: formatDay(day),
  appKey: appNumber('levelplay', app),
  appName: app.name,
  platform: app.platform,
  country,
  activeUsers: dau,
  sessions,
})

/** A JSON text that is a token: header, claims and signature. */
function jwt(signature: string, untilMs: number): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { expirationTime: Math.floor(untilMs / 1_000) }
  return `"${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.${signature}"`
}
