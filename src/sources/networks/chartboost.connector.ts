import { formatDay } from '../../values/day.ts'
import { clientFields, clientLogin } from '../client-credentials.ts'
import { type Answer, connector, type Fault } from '../connector.ts'
import { judgeStatus } from '../judge-status.ts'
import { listAt, textAt } from '../readers/read-json.ts'
import { DayRows, tryLater } from '../report-rows.ts'
import source from './chartboost.ts'

const api = 'https://api.chartboost.com/v5'
const rowsOf = source.reports[0]!.json!

export default connector({
  name: 'chartboost',
  title: 'Chartboost',
  source: 'chartboost',
  kind: 'network',
  verified: 'documents',
  documents: [
    'https://docs.chartboost.com/en/monetization/reference/analytics-api/',
    'https://docs.chartboost.com/en/monetization/reference/api-access-authentication/',
  ],
  hosts: ['api.chartboost.com'],
  fields: clientFields('Chartboost dashboard > Account > API access'),
  account: ['clientId'],
  // The clock is not documented; the source reads days as UTC.
  days: { zone: () => 'UTC', readyHours: 8, back: null, reread: 7 },
  // Limits are not documented.
  rate: { requests: 20, seconds: 60 },
  login: (given) =>
    clientLogin(given, {
      url: `${api}/oauth/token`,
      members: { audience: 'https://public.api.gateway.chartboost.com' },
      token: 'access_token',
      validSeconds: 'expires_in',
    }),
  *report({ day, login }) {
    const date = formatDay(day)
    const query = new URLSearchParams({ dateMin: date, dateMax: date, adLocation: 'all' })
    const { json } = yield {
      url: `${api}/analytics/appcountry?${query}`,
      headers: { authorization: `Bearer ${login!.token}`, accept: 'application/json' },
      isReport: true,
    }
    const rows = rowsOf(json!)
    if (!rows) throw tryLater('answered no list')
    // The report is one that Chartboost divides, not one of asked dimensions.
    return new DayRows('dt', day, null).add(rows)
  },
  judge,
})

function judge(answer: Answer): Fault | null {
  const json = answer.json ?? undefined
  const fault = judgeStatus(answer, textAt(json, 'message') || answer.text)
  if (fault || listAt(json) || textAt(json, 'access_token')) return fault
  return { kind: 'try-later', message: 'answered neither a list nor a login' }
}
