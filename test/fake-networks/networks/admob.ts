import { parseDay } from '../../../src/values/day.ts'
import { type DetailRow, detailsOf } from '../detail-rows.ts'
import { type Call, type FakeNetwork, Logins, type Reply, type Route } from '../fake-network.ts'
import { appNumber, type TruthRow } from '../truth.ts'

const client = {
  clientId: 'client.apps.googleusercontent.com',
  clientSecret: 'admob-client-secret',
}
const given = { ...client, refreshToken: 'admob-refresh-token' }
const publisherId = 'pub-1234567890123456'
const hourMs = 3_600_000

/** The two reports of one account. Their logins are the same, and are scripted as those of `admob`. */
export default (): FakeNetwork[] => {
  const logins = new Logins()
  const network = fakeAdmob(logins, 'admob', 'admob', 'networkReport')
  const routes: Route[] = [
    {
      stage: 'login',
      method: 'POST',
      address: 'oauth2.googleapis.com/token',
      text: /grant_type=(refresh_token|authorization_code)/,
      answer: (call) => exchange(call, logins),
    },
    {
      stage: 'login',
      method: 'GET',
      address: 'admob.googleapis.com/v1/accounts',
      answer: withLogin(logins, () => ({ body: { account: [account] } })),
    },
  ]
  return [
    { ...network, routes: [...routes, ...network.routes] },
    fakeAdmob(logins, 'admob-mediation', 'mediation', 'mediationReport'),
  ]
}

const fakeAdmob = (
  logins: Logins,
  connector: string,
  reports: string,
  method: string,
): FakeNetwork => ({
  connector,
  reports,
  given: { ...given, zone: 'America/Los_Angeles', currency: 'USD' },
  rate: { requests: 900, seconds: 60 },
  routes: [
    {
      stage: 'report',
      method: 'POST',
      address: `admob.googleapis.com/v1/accounts/*/${method}:generate`,
      answer: withLogin(logins, (call) => report(call, reports)),
    },
  ],
  says: {
    'slow-down': refused(429, 'RESOURCE_EXHAUSTED'),
    'log-in-again': refused(401, 'UNAUTHENTICATED'),
    'error-inside': { body: [{ error: { code: 500, status: 'INTERNAL', message: 'internal' } }] },
  },
  rowFaults: ['cut-page', 'lost-page', 'wrong-clock'],
  addsRows: true,
  forgetLogins: () => logins.forget(),
})

const withLogin =
  (logins: Logins, answer: (call: Call) => Reply) =>
  (call: Call): Reply =>
    logins.isGood(call.headers.authorization?.replace(/^Bearer /, ''), call.nowMs)
      ? answer(call)
      : refused(401, 'UNAUTHENTICATED')

const account = {
  name: `accounts/${publisherId}`,
  publisherId,
  reportingTimeZone: 'Europe/Berlin',
  currencyCode: 'EUR',
}

/** A refresh token, or the code of a consent, becomes an access token. */
function exchange({ text, nowMs }: Call, logins: Logins): Reply {
  const form = new URLSearchParams(text)
  const error = (status: number, error: string) => ({ status, body: { error } })
  const isClient =
    form.get('client_id') === given.clientId && form.get('client_secret') === given.clientSecret
  if (!isClient) return error(401, 'invalid_client')
  const isRefresh = form.get('grant_type') === 'refresh_token'
  if (isRefresh && form.get('refresh_token') !== given.refreshToken) {
    return error(400, 'invalid_grant')
  }
  const access = {
    access_token: logins.issue(nowMs, hourMs),
    expires_in: 3_599,
    token_type: 'Bearer',
  }
  return { body: isRefresh ? access : { ...access, refresh_token: given.refreshToken } }
}

interface Spec {
  readonly dateRange: Readonly<Record<'startDate' | 'endDate', Readonly<Record<string, number>>>>
  readonly dimensions: readonly string[]
  readonly metrics: readonly string[]
  readonly maxReportRows?: number
  readonly localizationSettings: { readonly currencyCode: string }
  readonly dimensionFilters?: readonly {
    readonly dimension: string
    readonly matchesAny: { readonly values: readonly string[] }
  }[]
}

/** A report is cut after the most rows that a page may have. */
function report({ text, wild, rows, page, truth }: Call, reports: string): Reply {
  if (wild[0] !== publisherId) return refused(403, 'PERMISSION_DENIED')
  const spec = JSON.parse(text).reportSpec as Spec
  const { currencyCode } = spec.localizationSettings
  const { year, month, day } = spec.dateRange.startDate
  const date = parseDay([year, month, day].map((part) => String(part).padStart(2, '0')).join('-'))
  if (date === null) return refused(400, 'INVALID_ARGUMENT')
  const wanted = (row: TruthRow) =>
    (spec.dimensionFilters ?? []).every(({ dimension, matchesAny }) =>
      matchesAny.values.includes(dimensions[dimension]!(row)),
    )
  const sums = new Map<string, { readonly first: TruthRow; readonly sums: number[] }>()
  const all = rows(reports, date).filter(wanted)
  const isDeep = spec.dimensions.includes('AD_SOURCE_INSTANCE')
  for (const row of isDeep ? detailsOf(all) : all) {
    const key = spec.dimensions.map((name) => dimensions[name]!(row)).join()
    const before = sums.get(key)?.sums
    const paid = currencyCode === 'EUR' ? { ...row, revenueMicros: googleEuros(row) } : row
    const figures = spec.metrics.map((name, i) => metrics[name]!(paid) + (before?.[i] ?? 0))
    sums.set(key, { first: sums.get(key)?.first ?? row, sums: figures })
  }
  const found = [...sums.values()]
  const sent = page(found, 0, spec.maxReportRows ?? 100_000).map(({ first, sums }) => ({
    row: {
      dimensionValues: Object.fromEntries(
        spec.dimensions.map((name) => [name, dimensionValue(name, first)]),
      ),
      metricValues: Object.fromEntries(
        spec.metrics.map((name, i) => [
          name,
          { [name === 'ESTIMATED_EARNINGS' ? 'microsValue' : 'integerValue']: String(sums[i]) },
        ]),
      ),
    },
  }))
  const header = {
    dateRange: spec.dateRange,
    localizationSettings: { currencyCode },
  }
  // Google says that the count does not always match the rows.
  const matchingRowCount = String(found.length && found.length + 1)
  const warnings = truth.delayed.has(`admob ${date}`) ? [{ type: 'DATA_DELAYED' }] : undefined
  return {
    body: [{ header }, ...sent, { footer: { matchingRowCount, ...(warnings && { warnings }) } }],
  }
}

/** AdMob and Ad Manager convert earnings by rates of their own. */
export const googleEuros = ({ revenueMicros }: TruthRow): number => Math.round(revenueMicros * 0.91)

const rungOf = (row: TruthRow): string => (row as DetailRow).rung || 'AdMob (default)'

const dimensions: Readonly<Record<string, (row: TruthRow) => string>> = {
  AD_SOURCE_INSTANCE: (row) => `ca-app-pub-1234567890123456#${rungOf(row)}`,
  DATE: ({ day }) => new Date(day * 86_400_000).toISOString().slice(0, 10).replaceAll('-', ''),
  APP: ({ app }) => `ca-app-pub-1234567890123456~${appNumber('admob', app)}`,
  PLATFORM: ({ app }) => (app.platform === 'ios' ? 'iOS' : 'Android'),
  FORMAT: ({ format }) => format,
  AD_UNIT: ({ adUnit }) => `ca-app-pub-1234567890123456/${adUnit}`,
  COUNTRY: ({ country }) => country,
  AD_SOURCE: (row) => appNumber(adSource(row), { name: '', platform: 'ios', package: '' }),
}

const labels: Readonly<Record<string, (row: TruthRow) => string>> = {
  APP: ({ app }) => app.name,
  AD_UNIT: ({ adUnit }) => adUnit,
  AD_SOURCE: adSource,
  AD_SOURCE_INSTANCE: rungOf,
}

/** Google's own network is two ad sources. */
function adSource({ network, format }: TruthRow): string {
  if (network !== 'admob') return network
  return format === 'banner' ? 'AdMob Network' : 'AdMob Network Waterfall'
}

const dimensionValue = (name: string, row: TruthRow) => ({
  value: dimensions[name]!(row),
  ...(labels[name] && { displayLabel: labels[name](row) }),
})

const metrics: Readonly<Record<string, (row: TruthRow) => number>> = {
  ESTIMATED_EARNINGS: ({ revenueMicros }) => revenueMicros,
  IMPRESSIONS: ({ impressions }) => impressions,
  CLICKS: ({ clicks }) => clicks,
  AD_REQUESTS: ({ requests }) => requests,
  MATCHED_REQUESTS: ({ matchedRequests }) => matchedRequests,
}

const refused = (code: number, status: string): Reply => ({
  status: code,
  body: { error: { code, status, message: status.toLowerCase() } },
})
