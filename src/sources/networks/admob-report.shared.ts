import { formatDay } from '../../values/day.ts'
import { detail, withAdUnits } from '../ad-units.ts'
import {
  type Answer,
  type Ask,
  type Connector,
  type Conversation,
  connector,
  type Fault,
  type Login,
  NetworkFault,
  type Question,
} from '../connector.ts'
import { isZone } from '../is-zone.ts'
import { judgeStatus } from '../judge-status.ts'
import type { Json } from '../readers/parse-json.ts'
import { at, listAt, textAt } from '../readers/read-json.ts'
import { DayRows, tryLater } from '../report-rows.ts'

const apiHost = 'admob.googleapis.com'
const tokenUrl = 'https://oauth2.googleapis.com/token'
/** AdMob asks all accounts for reports of this clock. Another clock has to be the account's own. */
const commonZone = 'America/Los_Angeles'
/** Some 20 MB: answers are indented. */
const maxReportRows = 20_000
const metrics = [
  'ESTIMATED_EARNINGS',
  'IMPRESSIONS',
  'CLICKS',
  'AD_REQUESTS',
  'MATCHED_REQUESTS',
] as const
/** A report that is cut is asked for in parts: by the first of these, then by the next. */
const dividers = ['PLATFORM', 'FORMAT', 'COUNTRY'] as const

interface Filter {
  readonly dimension: string
  readonly matchesAny: { readonly values: readonly string[] }
}

/** One of AdMob's two reports. */
interface AdmobReport {
  readonly name: string
  readonly title: string
  readonly kind: Connector['kind']
  readonly method: 'networkReport:generate' | 'mediationReport:generate'
  readonly dimensions: readonly string[]
  /** Dimensions that details have besides; absent for a report without details. */
  readonly detailDimensions?: readonly string[]
}

/** The connector of a report. */
export const declareAdmob = (report: AdmobReport): Connector => {
  const detailed = {
    ...report,
    dimensions: [...report.dimensions, ...(report.detailDimensions ?? [])],
  }
  return connector({
    name: report.name,
    title: report.title,
    kind: report.kind,
    source: 'admob',
    verified: 'documents',
    documents: [
      'https://developers.google.com/admob/api/v1/report-overview',
      'https://developers.google.com/admob/api/quotas',
    ],
    hosts: [apiHost, 'oauth2.googleapis.com'],
    fields: {
      clientId: {
        title: 'OAuth client ID',
        where: 'Google Cloud console > APIs & Services > Credentials; type "Web application"',
      },
      clientSecret: {
        title: 'OAuth client secret',
        where: 'Google Cloud console > APIs & Services > Credentials',
        isSecret: true,
      },
      refreshToken: {
        title: 'Refresh token',
        where: 'The consent of the owner of the AdMob account',
        isSecret: true,
      },
      publisherId: {
        title: 'Publisher ID',
        where: 'AdMob > Settings > Account information; the only account when it is empty',
        default: '',
      },
      zone: {
        title: 'Time zone',
        where: `The clock of the days: ${commonZone}, or the account's reporting time zone`,
        default: commonZone,
      },
      currency: {
        title: 'Currency',
        where:
          'The currency that AdMob converts earnings into. A new connection gets that of its account',
        default: 'USD',
      },
      detail,
    },
    account: ['clientId', 'refreshToken'],
    days: {
      // The login tells of a zone that is none.
      zone: ({ zone }) => (isZone(zone) ? zone : commonZone),
      readyHours: 6,
      back: null,
      reread: 7,
      sweep: 30,
    },
    rate: { requests: 5, seconds: 1 },
    login: logIn,
    report: (question) => wholeReport(report, question),
    ...(report.detailDimensions && {
      depth: [{ kind: 'details', report: (question: Question) => wholeReport(detailed, question) }],
    }),
    judge,
    warning,
    consent: {
      authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
      tokenUrl,
      scope: 'https://www.googleapis.com/auth/admob.report',
      // Without these, only the first consent gives a refresh token.
      parameters: { access_type: 'offline', prompt: 'consent' },
      clientId: 'clientId',
      clientSecret: 'clientSecret',
      refreshToken: 'refreshToken',
    },
  })
}

function* wholeReport(report: AdmobReport, question: Question): Conversation<number> {
  return (yield* new ReportParts(report, question).part([])).rows
}

/** Gets an access token, and finds the account. */
function* logIn(given: Question['given'], nowMs: () => number): Conversation<Login> {
  const askedMs = nowMs()
  const token = yield {
    method: 'POST',
    url: tokenUrl,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: given.clientId!,
      client_secret: given.clientSecret!,
      refresh_token: given.refreshToken!,
    }).toString(),
  }
  const accessToken = textAt(token.json!, 'access_token')
  const { json } = yield {
    url: `https://${apiHost}/v1/accounts`,
    headers: { authorization: `Bearer ${accessToken}` },
  }
  const accounts = listAt(json!, 'account') ?? []
  const wanted = given.publisherId || textAt(accounts[0], 'publisherId')
  const account = accounts.find((one) => textAt(one, 'publisherId') === wanted)
  if (!account) throw refused(`This Google user has no AdMob account ${wanted}`.trimEnd())
  const zone = textAt(account, 'reportingTimeZone')
  if (given.zone !== commonZone && given.zone !== zone) {
    throw refused(`The account's days are of ${zone}, not of ${given.zone}`)
  }
  const validMs = Number(textAt(token.json!, 'expires_in')) * 1_000 - (nowMs() - askedMs)
  return { token: accessToken, validMs, facts: { publisherId: wanted } }
}

/** The totals of a report's rows. */
interface Sums {
  readonly rows: number
  readonly impressions: number
  readonly earningsMicros: number
}

/** A report that is asked for whole, or in parts if AdMob cuts it. */
class ReportParts {
  readonly #question: Question
  readonly #dimensions: readonly string[]
  readonly #method: AdmobReport['method']
  readonly #rows: DayRows

  constructor({ dimensions, method }: AdmobReport, question: Question) {
    this.#question = question
    this.#dimensions = withAdUnits(question.given, dimensions, 'AD_UNIT')
    this.#method = method
    this.#rows = new DayRows('DATE', question.day, ['dimensionValues'])
  }

  /** @returns the sums of the rows that the filters let through */
  *part(filters: readonly Filter[]): Conversation<Sums> {
    const ask = this.#ask(this.#dimensions, filters)
    const first = yield { ...ask, isReport: isWhole }
    if (isWhole(first)) return this.#add(first)
    // Google says that the number of rows in a footer is not to be relied on; the sums tell.
    const total = sumsOf(yield this.#ask(['DATE'], filters))
    const isAll = (answer: Answer) => areEqual(sumsOf(answer), total)
    if (isAll(first)) {
      const again = yield { ...ask, isReport: isAll }
      if (isAll(again)) return this.#add(again)
      throw tryLater('sent other rows when it was asked again')
    }
    const divider = dividers[filters.length]
    let sums: Sums = { rows: 0, impressions: 0, earningsMicros: 0 }
    for (const value of divider ? yield* this.#valuesOf(divider, filters) : []) {
      const filter = { dimension: divider!, matchesAny: { values: [value] } }
      const part = yield* this.part([...filters, filter])
      sums = {
        rows: sums.rows + part.rows,
        impressions: sums.impressions + part.impressions,
        earningsMicros: sums.earningsMicros + part.earningsMicros,
      }
    }
    if (areEqual(sums, total)) return sums
    const message = `sent rows of ${sums.impressions} of ${total.impressions} impressions`
    throw new NetworkFault({ kind: 'cut', message })
  }

  #add(answer: Answer): Sums {
    this.#rows.add(rowsOf(answer.json!))
    return sumsOf(answer)
  }

  *#valuesOf(dimension: string, filters: readonly Filter[]): Conversation<string[]> {
    const { json } = yield this.#ask([dimension], filters)
    return rowsOf(json!).map((row) => textAt(row, 'dimensionValues', dimension, 'value'))
  }

  #ask(dimensions: readonly string[], dimensionFilters: readonly Filter[]): Ask {
    const { day, given, login } = this.#question
    const [year, month, date] = formatDay(day).split('-').map(Number)
    const oneDay = { year, month, day: date }
    const reportSpec = {
      dateRange: { startDate: oneDay, endDate: oneDay },
      dimensions,
      metrics,
      ...(dimensionFilters.length > 0 && { dimensionFilters }),
      maxReportRows,
      localizationSettings: { currencyCode: given.currency },
      ...(given.zone === commonZone && { timeZone: commonZone }),
    }
    const account = encodeURIComponent(login!.facts!.publisherId!)
    return {
      method: 'POST',
      url: `https://${apiHost}/v1/accounts/${account}/${this.#method}`,
      headers: {
        authorization: `Bearer ${login!.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ reportSpec }),
    }
  }
}

/** The rows of an answer, which is a list of a header, rows and a footer. */
const rowsOf = (json: Json): Json[] =>
  listAt(json)!.flatMap((part) => {
    const row = at(part, 'row')
    return row === undefined ? [] : [{ ...(row as object), DATE: dateOf(row) }]
  })

const dateOf = (row: Json): string => textAt(row, 'dimensionValues', 'DATE', 'value')

const footerOf = (json: Json | null): Json | undefined =>
  at(
    (listAt(json ?? undefined) ?? []).find((part) => at(part, 'footer')),
    'footer',
  )

/** Whether an answer has all rows beyond doubt: fewer than may be sent, and as many as its footer counts. */
function isWhole({ json }: Answer): boolean {
  const rows = rowsOf(json!).length
  return rows < maxReportRows && rows >= Number(textAt(footerOf(json), 'matchingRowCount') || 0)
}

function sumsOf({ json }: Answer): Sums {
  const rows = rowsOf(json!)
  const sum = (metric: string, type: string) =>
    rows.reduce<number>((sum, row) => sum + Number(textAt(row, 'metricValues', metric, type)), 0)
  return {
    rows: rows.length,
    impressions: sum('IMPRESSIONS', 'integerValue'),
    earningsMicros: sum('ESTIMATED_EARNINGS', 'microsValue'),
  }
}

/** Each row's earnings may be rounded by a micro. */
const areEqual = (parts: Sums, total: Sums): boolean =>
  parts.impressions === total.impressions &&
  Math.abs(parts.earningsMicros - total.earningsMicros) <= parts.rows

function warning({ json }: Answer): string | null {
  const warnings = listAt(footerOf(json), 'warnings') ?? []
  const isDelayed = warnings.some((one) => textAt(one, 'type') === 'DATA_DELAYED')
  return isDelayed ? 'AdMob says that its figures of this day are delayed' : null
}

const refused = (message: string) => new NetworkFault({ kind: 'credential-refused', message })

/** Error bodies of AdMob and Google's OAuth. Streamed errors are in a list. */
function judge(answer: Answer): Fault | null {
  const json = answer.json ?? undefined
  const error = at(json, 'error') ?? at(json, 0, 'error')
  const words = textAt(json, 'error_description') || textAt(error, 'message') || answer.text
  const status = error && answer.status === 200 ? Number(textAt(error, 'code')) : answer.status
  const fault = judgeStatus({ ...answer, status }, words)
  if (fault && /^(invalid_grant|invalid_client|unauthorized_client)$/.test(textAt(error))) {
    return { ...fault, kind: 'credential-refused' }
  }
  if (fault && /has not been used in project|SERVICE_DISABLED/.test(answer.text)) {
    const message =
      'the AdMob API is off in the Google Cloud project: enable it at APIs & Services > Library'
    return { kind: 'try-later', message }
  }
  const isKnown = listAt(json)?.some((part) => at(part, 'footer')) ?? typeof json === 'object'
  if (fault || isKnown) return fault
  return { kind: 'try-later', message: 'answered without a whole report' }
}
