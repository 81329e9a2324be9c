import { formatDay, parseDay } from '../../../src/values/day.ts'
import { type Call, type FakeNetwork, Logins, type Reply } from '../fake-network.ts'
import { appNumber, dollars } from '../truth.ts'

const given = { clientId: 'chartboost-client', clientSecret: 'chartboost-secret' }
const words = { banner: 'banner', interstitial: 'interstitial', rewarded: 'rewarded_video' }
const dayMs = 86_400_000

export default (): FakeNetwork => {
  const logins = new Logins()
  return {
    connector: 'chartboost',
    given,
    reports: 'chartboost',
    rate: { requests: 60, seconds: 60 },
    routes: [
      {
        stage: 'login',
        method: 'POST',
        address: 'api.chartboost.com/v5/oauth/token',
        answer: ({ text, nowMs }) => {
          const asked = JSON.parse(text)
          const isGood =
            asked.client_id === given.clientId &&
            asked.client_secret === given.clientSecret &&
            asked.audience === 'https://public.api.gateway.chartboost.com' &&
            asked.grant_type === 'client_credentials'
          if (!isGood) return { status: 401, body: { message: 'Unauthorized' } }
          return { body: { access_token: logins.issue(nowMs, dayMs), expires_in: 86_400 } }
        },
      },
      {
        stage: 'report',
        method: 'GET',
        address: 'api.chartboost.com/v5/analytics/appcountry',
        answer: (call) => {
          const token = call.headers.authorization?.replace('Bearer ', '')
          if (logins.isGood(token, call.nowMs)) return report(call)
          return { status: 401, body: { message: 'Unauthorized' } }
        },
      },
    ],
    says: {
      'slow-down': { status: 429, body: { message: 'Too many requests' } },
      'log-in-again': { status: 401, body: { message: 'Unauthorized' } },
      'error-inside': { body: { message: 'internal' } },
    },
    rowFaults: ['wrong-clock'],
    addsRows: true,
    forgetLogins: () => logins.forget(),
  }
}

function report({ query, rows }: Call): Reply {
  const day = parseDay(query.get('dateMin') ?? '')
  if (day === null || query.get('dateMax') !== query.get('dateMin')) {
    return { status: 400, body: { message: 'dateMin and dateMax are required' } }
  }
  return {
    body: rows('chartboost', day).map((row) => ({
      dt: formatDay(row.day),
      app: row.app.name,
      appId: appNumber('chartboost', row.app),
      platform: row.app.platform === 'ios' ? 'iOS' : 'Google Play',
      countryCode: row.country,
      adType: words[row.format],
      impressionsDelivered: row.impressions,
      clicksDelivered: row.clicks,
      installDelivered: 0,
      moneyEarned: Number(dollars(row.revenueMicros)),
    })),
  }
}
