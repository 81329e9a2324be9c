import { formatDay, parseDay } from '../../../src/values/day.ts'
import { type Call, type FakeNetwork, Logins } from '../fake-network.ts'
import { appNumber, dollars, type TruthRow, withoutAdUnits } from '../truth.ts'

const given = { clientId: 'dt-client', clientSecret: 'dt-secret' }
const bucket = 'fyber-async-reports.s3.amazonaws.com'
const words = { banner: 'Banner', interstitial: 'Interstitial', rewarded: 'Rewarded' }
const hourMs = 3_600_000

export default (): FakeNetwork => {
  const logins = new Logins()
  /** Tables that jobs prepared, with how often they were looked for. */
  const tables: { readonly text: string; looks: number }[] = []
  return {
    connector: 'digital-turbine',
    given,
    reports: 'digitalturbine',
    rate: { requests: 60, seconds: 60 },
    routes: [
      {
        stage: 'login',
        method: 'POST',
        address: 'reporting.fyber.com/auth/v1/token',
        answer: ({ text, nowMs }) => {
          const asked = JSON.parse(text)
          const isGood =
            asked.grant_type === 'client_credentials' &&
            asked.client_id === given.clientId &&
            asked.client_secret === given.clientSecret
          if (!isGood) return { status: 400, body: { error: 'Invalid client credentials' } }
          const accessToken = logins.issue(nowMs, hourMs)
          return { body: { accessToken, tokenType: 'bearer', expiresIn: 3_600 } }
        },
      },
      {
        stage: 'report',
        method: 'POST',
        address: 'reporting.fyber.com/api/v1/report',
        answer: (call) => {
          const token = call.headers.authorization?.replace('Bearer ', '')
          if (!logins.isGood(token, call.nowMs)) return { status: 401, body: 'Unauthorized' }
          const text = table(call)
          if (text === null) return { status: 400, body: { error: 'Invalid report' } }
          const id = tables.push({ text, looks: 0 }) - 1
          return { body: { id, url: `https://${bucket}/group%3D1/${id}.csv?X-Amz-Signature=s` } }
        },
      },
      {
        stage: 'report',
        method: 'GET',
        address: `${bucket}/group%3D1/*.csv`,
        answer: ({ wild, headers }) => {
          if (headers.authorization) return { status: 400, body: '<Error>One login only</Error>' }
          const found = tables[Number(wild[0])]
          if (!found || found.looks++ === 0)
            return { status: 404, body: '<Error>NoSuchKey</Error>' }
          return { body: found.text }
        },
      },
    ],
    says: {
      'slow-down': { status: 429, body: 'Too Many Requests' },
      'log-in-again': { status: 401, body: 'Unauthorized' },
      'error-inside': { body: { error: 'internal' } },
      'not-ready': { status: 404, body: '<Error>NoSuchKey</Error>' },
    },
    rowFaults: ['wrong-clock'],
    forgetLogins: () => logins.forget(),
  }
}

function table({ text, rows }: Call): string | null {
  const { source, dateRange, metrics, splits } = JSON.parse(text)
  const day = parseDay(dateRange.start)
  const columns: string[] = [...splits, ...metrics]
  const isKnown = columns.every((column) => cells[column])
  if (source !== 'mediation' || day === null || dateRange.end !== dateRange.start || !isKnown) {
    return null
  }
  const all = rows('digitalturbine', day)
  const sent = splits.includes('Placement Name') ? all : withoutAdUnits(all)
  const isDivided = splits.length > 1
  const lines = isDivided
    ? sent.map((row) => columns.map((column) => cells[column]!(row)).join())
    : sent.slice(0, 1).map((row) => `${formatDay(row.day)},${impressionsOf(sent)}`)
  return [columns.join(), ...lines, ''].join('\n')
}

const impressionsOf = (rows: readonly TruthRow[]): number =>
  rows.reduce((sum, { impressions }) => sum + impressions, 0)

const cells: Readonly<Record<string, (row: TruthRow) => string | number>> = {
  Date: ({ day }) => formatDay(day),
  'Fyber App ID': ({ app }) => appNumber('digitalturbine', app),
  'App Name': ({ app }) => `"${app.name}"`,
  'Placement Type': ({ format }) => words[format],
  'Placement Name': ({ adUnit }) => adUnit,
  Country: ({ country }) => country,
  'Device OS': ({ app }) => app.platform,
  'Bid Requests': ({ requests }) => requests,
  'Bid Responses': ({ matchedRequests }) => matchedRequests,
  Impressions: ({ impressions }) => impressions,
  Clicks: ({ clicks }) => clicks,
  'Revenue (USD)': ({ revenueMicros }) => dollars(revenueMicros),
}
