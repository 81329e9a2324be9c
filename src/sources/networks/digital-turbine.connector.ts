import { formatDay } from '../../values/day.ts'
import { detail, withAdUnits } from '../ad-units.ts'
import { clientFields, clientLogin } from '../client-credentials.ts'
import {
  type Answer,
  type Conversation,
  connector,
  type Fault,
  NetworkFault,
} from '../connector.ts'
import { type CsvRecord, csvRows, refuseMissingRows } from '../csv-rows.ts'
import { judgeStatus } from '../judge-status.ts'
import { textAt } from '../readers/read-json.ts'
import { DayRows, tryLater } from '../report-rows.ts'

const api = 'https://reporting.fyber.com'
const firstLookMs = 20_000
const maxLooks = 15

const metrics = ['Bid Requests', 'Bid Responses', 'Impressions', 'Clicks', 'Revenue (USD)']
const undivided = [
  ...['Date', 'Fyber App ID', 'App Name', 'Placement Type', 'Country', 'Device OS'],
]

export default connector({
  name: 'digital-turbine',
  title: 'Digital Turbine (DT Exchange, FairBid)',
  source: 'digital-turbine',
  kind: 'network',
  verified: 'documents',
  documents: [
    'https://docs.digitalturbine.com/dt-exchange/publishers/reporting/reporting-api',
    'https://developer.digitalturbine.com/hc/en-us/articles/8101286018717-DT-Exchange-Reporting-API',
  ],
  // Tables are fetched from a bucket, by its global or regional name.
  hosts: [
    'reporting.fyber.com',
    'fyber-async-reports.s3.amazonaws.com',
    'fyber-async-reports.s3.us-east-1.amazonaws.com',
  ],
  fields: { ...clientFields('DT Console > User profile > API credentials'), detail },
  account: ['clientId'],
  days: { zone: () => 'UTC', readyHours: 8, back: null, reread: 7 },
  // Limits are not documented.
  rate: { requests: 20, seconds: 60 },
  login: (given) =>
    clientLogin(given, {
      url: `${api}/auth/v1/token`,
      token: 'accessToken',
      validSeconds: 'expiresIn',
    }),
  *report({ day, given, login }) {
    const dimensions = withAdUnits(given, undivided, 'Placement Name')
    const date = formatDay(day)
    function* table(
      splits: readonly string[],
      metrics: readonly string[],
      isReport: (answer: Answer) => boolean,
    ): Conversation<CsvRecord[]> {
      const { json } = yield {
        method: 'POST',
        url: `${api}/api/v1/report?format=csv`,
        headers: {
          authorization: `Bearer ${login!.token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          source: 'mediation',
          dateRange: { start: date, end: date },
          metrics,
          splits,
          filters: [],
        }),
      }
      const url = textAt(json ?? undefined, 'url')
      if (!url) throw tryLater('answered no address of a table')
      return csvRows(yield* look(url, isReport))
    }
    const rows = yield* table(dimensions, metrics, isThere)
    refuseMissingRows(rows, yield* table(['Date'], ['Impressions'], () => false), 'Impressions')
    return new DayRows('Date', day, dimensions).add(rows)
  },
  judge,
})

const isThere = ({ status }: Answer): boolean => status !== 404

/** Waits for the table. Its address is signed: a login beside it is refused. */
function* look(url: string, isReport: (answer: Answer) => boolean): Conversation<string> {
  for (let count = 0; count < maxLooks; count++) {
    const afterMs = Math.min(firstLookMs * 1.25 ** count, 60_000)
    const { status, text } = yield { url, isReport, afterMs: Math.round(afterMs) }
    if (status === 404 || text.trim() === '') continue
    if (!text.includes('Impressions')) throw tryLater('answered no table')
    return text
  }
  throw new NetworkFault({ kind: 'not-ready', message: 'its table is not there' })
}

function judge(answer: Answer): Fault | null {
  // A table that is not there yet.
  if (answer.status === 404) return null
  const fault = judgeStatus(answer, textAt(answer.json ?? undefined, 'error') || answer.text)
  if (!fault) return null
  // The bucket forgets addresses after hours; the next try has a new one.
  if (answer.text.includes('<Error>')) return { ...fault, kind: 'try-later' }
  const isLogin = answer.status === 400 && /client|credential|grant/i.test(answer.text)
  return isLogin ? { ...fault, kind: 'credential-refused' } : fault
}
