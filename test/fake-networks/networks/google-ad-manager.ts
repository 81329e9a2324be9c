import { createVerify, generateKeyPairSync } from 'node:crypto'
import { dayOf, formatDay, parseDay } from '../../../src/values/day.ts'
import { type Call, type FakeNetwork, Logins, type Reply } from '../fake-network.ts'
import { appNumber, dollars, type TruthRow, withoutAdUnits } from '../truth.ts'
import { googleEuros } from './admob.ts'

const api = 'admanager.googleapis.com/v1'
const zone = 'Europe/Berlin'
const email = 'figures@studio.iam.gserviceaccount.com'
const hourMs = 3_600_000
const words = { banner: 'Banner', interstitial: 'Interstitial', rewarded: 'Rewarded' }
const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})

interface Job {
  readonly rows: readonly TruthRow[]
  readonly names: readonly string[]
  looks: number
}

export default (): FakeNetwork => {
  const logins = new Logins()
  const jobs: Job[] = []
  const withLogin =
    (answer: (call: Call) => Reply) =>
    (call: Call): Reply => {
      const token = call.headers.authorization?.replace('Bearer ', '')
      return logins.isGood(token, call.nowMs) ? answer(call) : failed(401, 'UNAUTHENTICATED')
    }
  const ofJob = (answer: (job: Job, id: string, call: Call) => Reply) =>
    withLogin((call) => {
      const id = call.wild.at(-1)!
      const job = jobs[Number(id)]
      return job ? answer(job, id, call) : failed(404, 'NOT_FOUND')
    })
  return {
    connector: 'google-ad-manager',
    given: {
      networkCode: '7700',
      key: JSON.stringify({ client_email: email, private_key: privateKey }),
      zone,
    },
    reports: 'google_ad_manager',
    rate: { requests: 2, seconds: 1 },
    routes: [
      {
        stage: 'login',
        method: 'POST',
        address: 'oauth2.googleapis.com/token',
        text: /jwt-bearer/,
        answer: ({ text, nowMs }) =>
          isSigned(new URLSearchParams(text).get('assertion') ?? '')
            ? { body: { access_token: logins.issue(nowMs, hourMs), expires_in: 3_599 } }
            : { status: 400, body: { error: 'invalid_grant' } },
      },
      {
        stage: 'login',
        method: 'GET',
        address: `${api}/networks/7700`,
        answer: withLogin(() => ({ body: { networkCode: '7700', timeZone: zone } })),
      },
      {
        stage: 'report',
        method: 'POST',
        address: `${api}/networks/7700/reports`,
        answer: withLogin((call) => {
          const job = jobOf(call)
          if (!job) return failed(400, 'INVALID_ARGUMENT')
          return { body: { name: `networks/7700/reports/${jobs.push(job) - 1}` } }
        }),
      },
      {
        stage: 'report',
        method: 'POST',
        address: `${api}/networks/7700/reports/*:run`,
        answer: ofJob((_, id) => ({
          body: { name: `networks/7700/operations/reports/runs/${id}` },
        })),
      },
      {
        stage: 'report',
        method: 'GET',
        address: `${api}/networks/7700/operations/reports/runs/*`,
        answer: ofJob((job, id) => {
          const reportResult = `networks/7700/reports/${id}/results/${id}`
          return { body: job.looks++ ? { done: true, response: { reportResult } } : { name: id } }
        }),
      },
      {
        stage: 'report',
        method: 'GET',
        address: `${api}/networks/7700/reports/*/results/*:fetchRows`,
        answer: ofJob((job, _, call) => pageOf(job, call)),
      },
      {
        stage: 'report',
        method: 'DELETE',
        address: `${api}/networks/7700/reports/*`,
        answer: ofJob(() => ({ body: {} })),
      },
    ],
    says: {
      'slow-down': failed(429, 'RESOURCE_EXHAUSTED'),
      'log-in-again': failed(401, 'UNAUTHENTICATED'),
      'error-inside': { body: '<html>Sorry</html>' },
    },
    rowFaults: ['cut-page', 'lost-page', 'repeated-page', 'wrong-clock'],
    forgetLogins: () => logins.forget(),
  }
}

function isSigned(assertion: string): boolean {
  const [header = '', claims = '', signature = ''] = assertion.split('.')
  const { iss } = JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}')
  const verified = createVerify('RSA-SHA256').update(`${header}.${claims}`)
  return iss === email && verified.verify(publicKey, signature, 'base64url')
}

function jobOf({ text, rows }: Call): Job | null {
  const { reportDefinition } = JSON.parse(text)
  const { dimensions, metrics, dateRange, reportType, currencyCode } = reportDefinition
  const { startDate, endDate } = dateRange.fixed
  const { year, month, day: date } = startDate
  const day = parseDay(formatDay(dayOf(Date.UTC(year, month - 1, date))))
  const isOneDay = JSON.stringify(startDate) === JSON.stringify(endDate)
  const isKnown = [...dimensions, ...metrics].every((name: string) => cells[name])
  if (day === null || !isOneDay || !isKnown || reportType !== 'HISTORICAL') return null
  const all = rows('google_ad_manager', day)
  const hasAdUnits = dimensions.includes('AD_UNIT_NAME')
  const found = hasAdUnits ? all : withoutAdUnits(all)
  const paid = found.map((row) =>
    currencyCode === 'EUR' ? { ...row, revenueMicros: googleEuros(row) } : row,
  )
  return { rows: paid, names: dimensions, looks: 0 }
}

/** A page token is the number of its first row. */
function pageOf({ rows, names }: Job, { query, page }: Call): Reply {
  const offset = Number(query.get('pageToken') ?? 0)
  const part = page(rows, offset, Number(query.get('pageSize') ?? 1_000))
  const end = offset + part.length
  return {
    body: {
      ...(part.length > 0 && { rows: part.map((row) => valuesOf(row, names)) }),
      ...(offset === 0 && rows.length > 0 && { totalRowCount: rows.length }),
      ...(end < rows.length && { nextPageToken: String(end) }),
    },
  }
}

const valuesOf = (row: TruthRow, names: readonly string[]) => ({
  dimensionValues: names.map((name) => cells[name]!(row)),
  metricValueGroups: [{ primaryValues: metricNames.map((name) => cells[name]!(row)) }],
})

const metricNames = ['AD_EXCHANGE_IMPRESSIONS', 'AD_EXCHANGE_CLICKS', 'AD_EXCHANGE_REVENUE']
const countryNames = new Intl.DisplayNames('en', { type: 'region' })

const cells: Readonly<Record<string, (row: TruthRow) => object>> = {
  DATE: ({ day }) => ({ intValue: formatDay(day).replaceAll('-', '') }),
  MOBILE_APP_ID: ({ app }) => ({ stringValue: appNumber('google_ad_manager', app) }),
  MOBILE_APP_NAME: ({ app }) => ({ stringValue: app.name }),
  OPERATING_SYSTEM_CATEGORY_NAME: ({ app }) => ({
    stringValue: app.platform === 'ios' ? 'Apple iOS' : 'Android',
  }),
  INVENTORY_FORMAT_NAME: ({ format }) => ({ stringValue: words[format] }),
  COUNTRY_NAME: ({ country }) => ({ stringValue: countryNames.of(country) }),
  AD_UNIT_NAME: ({ adUnit }) => ({ stringValue: adUnit }),
  AD_EXCHANGE_IMPRESSIONS: ({ impressions }) => ({ intValue: String(impressions) }),
  AD_EXCHANGE_CLICKS: ({ clicks }) => ({ intValue: String(clicks) }),
  AD_EXCHANGE_REVENUE: ({ revenueMicros }) => ({ doubleValue: Number(dollars(revenueMicros)) }),
}

function failed(code: number, status: string): Reply {
  return { status: code, body: { error: { code, message: status.toLowerCase(), status } } }
}
