import { formatDay, parseDay } from '../../../src/values/day.ts'
import { type Call, type FakeNetwork, Logins, type Reply } from '../fake-network.ts'
import { appNumber, dollars, type TruthRow, withoutAdUnits } from '../truth.ts'

const given = { userName: 'figures@studio.example', secretKey: 'inmobi-key' }
const accountId = 'inmobi-account'
const hourMs = 3_600_000
const sessionsInEightHours = 15
const countries: Readonly<Record<string, string>> = {
  US: 'United States',
  DE: 'Germany',
  JP: 'Japan',
  BR: 'Brazil',
}

export default (): FakeNetwork => {
  const logins = new Logins()
  let madeMs: number[] = []
  return {
    connector: 'inmobi',
    given,
    reports: 'inmobi',
    rate: { requests: 1_500, seconds: 900 },
    routes: [
      {
        stage: 'login',
        method: 'GET',
        address: 'api.inmobi.com/v1.0/generatesession/generate',
        answer: ({ headers, nowMs }) => {
          if (headers.username !== given.userName || headers.secretkey !== given.secretKey) {
            return refused(1_004, 'Invalid user name or secret key')
          }
          madeMs = [...madeMs.filter((atMs) => atMs > nowMs - 8 * hourMs), nowMs]
          if (madeMs.length > sessionsInEightHours) return refused(1_001, 'Too many sessions')
          const sessionId = logins.issue(nowMs, 8 * hourMs)
          return { body: { respList: [{ sessionId, accountId }], error: false, errorList: [] } }
        },
      },
      {
        stage: 'report',
        method: 'POST',
        address: 'api.inmobi.com/v3.0/reporting/publisher',
        answer: (call) => {
          const { sessionid, accountid, secretkey } = call.headers
          const isKnown = logins.isGood(sessionid as string | undefined, call.nowMs)
          if (!isKnown || accountid !== accountId || secretkey !== given.secretKey) {
            return refused(2_001, 'Invalid session')
          }
          return report(call)
        },
      },
    ],
    says: {
      'slow-down': { status: 429, headers: { 'retry-after': '1' }, body: 'Too Many Requests' },
      'log-in-again': refused(2_001, 'Invalid session'),
      'error-inside': refused(1_000, 'Internal server error'),
      'not-ready': refused(2_036, 'The date is in the future'),
    },
    rowFaults: ['cut-page', 'lost-page', 'repeated-page', 'wrong-clock'],
    forgetLogins: () => logins.forget(),
  }
}

function report({ text, rows, page }: Call): Reply {
  const { metrics, timeFrame, groupBy, offset = 0, length = 5_000 } = JSON.parse(text).reportRequest
  const [first, last] = String(timeFrame).split(':')
  const day = parseDay(first ?? '')
  if (day === null || first !== last || !metrics?.length) return refused(1_001, 'Invalid request')
  const unknown = [...groupBy, ...metrics].find((name: string) => !cells[name])
  if (unknown) return refused(2_021, `Invalid metric or group ${unknown}`)
  const all = rows('inmobi', day)
  const respList = page(
    groupBy.includes('placement') ? all : withoutAdUnits(all),
    offset,
    length,
  ).map((row) => ({
    ...Object.fromEntries(
      [...groupBy, ...metrics].map((name: string) => [name, cells[name]!(row)]),
    ),
    inmobiAppName: row.app.name,
    ...(row.adUnit && { placementId: row.adUnit, placementName: row.adUnit }),
  }))
  return { body: { error: false, respList } }
}

const cells: Readonly<Record<string, (row: TruthRow) => string | number>> = {
  date: ({ day }) => `${formatDay(day)} 00:00:00`,
  country: ({ country }) => countries[country] ?? country,
  platform: ({ app }) => (app.platform === 'ios' ? 'iOS' : 'Android'),
  inmobiAppId: ({ app }) => appNumber('inmobi', app),
  adUnitType: ({ format }) => (format === 'rewarded' ? 'rewarded video' : format),
  placement: ({ adUnit }) => adUnit,
  adRequests: ({ requests }) => requests,
  servedImpressions: ({ matchedRequests }) => matchedRequests,
  adImpressions: ({ impressions }) => impressions,
  clicks: ({ clicks }) => clicks,
  earnings: ({ revenueMicros }) => Number(dollars(revenueMicros)),
}

const refused = (code: number, message: string): Reply => ({
  body: { error: true, errorList: [{ code, message }] },
})
