import { createSign } from 'node:crypto'
import { formatDay } from '../../values/day.ts'
import { detail, withAdUnits } from '../ad-units.ts'
import {
  type Answer,
  type Conversation,
  connector,
  type Fault,
  type FieldValues,
  type Login,
  NetworkFault,
} from '../connector.ts'
import { isZone } from '../is-zone.ts'
import { judgeStatus } from '../judge-status.ts'
import { parseJson } from '../readers/parse-json.ts'
import { at, type Json, listAt, textAt } from '../readers/read-json.ts'
import { DayRows, refuseRepeatedRows, tryLater } from '../report-rows.ts'

import reader, { adManagerDimensions, adManagerMetrics, adUnit } from './google-ad-manager.ts'

const api = 'https://admanager.googleapis.com/v1'
const tokenUrl = 'https://oauth2.googleapis.com/token'
const scope = 'https://www.googleapis.com/auth/admanager'
const rowsPerPage = 10_000
const maxLooks = 40
const rowsOf = reader.reports[0]!.json!

export default connector({
  name: 'google-ad-manager',
  title: 'Google Ad Manager',
  source: 'google-ad-manager',
  kind: 'network',
  verified: 'documents',
  documents: [
    'https://developers.google.com/ad-manager/api/beta/reports',
    'https://developers.google.com/ad-manager/api/beta/authentication',
    'https://developers.google.com/identity/protocols/oauth2/service-account',
  ],
  hosts: ['admanager.googleapis.com', 'oauth2.googleapis.com'],
  fields: {
    networkCode: { title: 'Network code', where: 'Ad Manager > Admin > Global settings' },
    key: {
      title: 'Service account key',
      where:
        'Google Cloud > IAM > Service accounts > Keys > JSON; add its email in Ad Manager > Admin > Access',
      isSecret: true,
    },
    zone: {
      title: 'Time zone',
      where:
        'Ad Manager > Admin > Global settings > Time zone, as an IANA name such as Europe/Berlin',
    },
    currency: {
      title: 'Currency',
      where:
        'The currency that Ad Manager converts earnings into. A new connection gets that of its account',
      default: 'USD',
    },
    detail,
  },
  account: ['networkCode'],
  days: {
    // The login tells of a zone that is not the network's.
    zone: ({ zone }) => (isZone(zone) ? zone : 'UTC'),
    readyHours: 6,
    back: null,
    reread: 7,
    sweep: 30,
  },
  // Limits of this API are not documented; the earlier one accepted 2 a second.
  rate: { requests: 1, seconds: 1 },
  login: logIn,
  *report({ day, login, given }) {
    const headers = {
      authorization: `Bearer ${login!.token}`,
      'content-type': 'application/json',
    }
    const network = `networks/${encodeURIComponent(given.networkCode)}`
    const [year, month, date] = formatDay(day).split('-').map(Number)
    const fixed = { startDate: { year, month, day: date }, endDate: { year, month, day: date } }
    const created = yield {
      method: 'POST',
      url: `${api}/${network}/reports`,
      headers,
      body: JSON.stringify({
        displayName: `Adtally ${formatDay(day)}`,
        visibility: 'HIDDEN',
        reportDefinition: {
          dimensions: withAdUnits(given, adManagerDimensions, adUnit),
          metrics: adManagerMetrics,
          dateRange: { fixed },
          reportType: 'HISTORICAL',
          currencyCode: given.currency,
        },
      }),
    }
    const report = resourceIn(created, 'name')
    const result = yield* run(report, headers)
    const kept = { currency: given.currency!, rows: new DayRows('DATE', day, null) }
    const rows = yield* fetchRows(result, headers, kept)
    // An absent report is as good as a deleted one.
    yield { method: 'DELETE', url: `${api}/${report}`, headers }
    return rows
  },
  judge,
})

/** @see https://developers.google.com/identity/protocols/oauth2/service-account */
function* logIn({ key, networkCode, zone }: FieldValues, nowMs: () => number): Conversation<Login> {
  const assertion = assertionOf(key!, nowMs())
  const body = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion,
  })
  const { json } = yield {
    method: 'POST',
    url: tokenUrl,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: String(body),
  }
  const token = textAt(json ?? undefined, 'access_token')
  if (!token) throw tryLater('answered no access_token')
  const network = yield {
    url: `${api}/networks/${encodeURIComponent(networkCode!)}`,
    headers: { authorization: `Bearer ${token}` },
  }
  const found = textAt(assertFound(network), 'timeZone')
  if (found !== '' && found !== zone) {
    const message = `has days of ${found.slice(0, 64)}: change the time zone of the connection`
    throw new NetworkFault({ kind: 'request-refused', message })
  }
  return { token, validMs: Number(textAt(json!, 'expires_in') || 3_600) * 1_000 }
}

/** Runs a report. @returns the name of its result */
function* run(report: string, headers: Readonly<Record<string, string>>): Conversation<string> {
  const started = yield { method: 'POST', url: `${api}/${report}:run`, headers, body: '{}' }
  const url = `${api}/${resourceIn(started, 'name')}`
  for (let count = 0; count < maxLooks; count++) {
    const afterMs = Math.round(Math.min(5_000 * 1.3 ** count, 60_000))
    const operation = assertFound(yield { url, headers, afterMs })
    if (at(operation, 'error')) throw tryLater(textAt(operation, 'error', 'message').slice(0, 200))
    if (textAt(operation, 'done') === 'true') {
      return textAt(operation, 'response', 'reportResult')
    }
  }
  throw new NetworkFault({ kind: 'not-ready', message: 'its report is not complete' })
}

/** Asks for all rows of a result. Those of websites are not counted. */
function* fetchRows(
  result: string,
  headers: Readonly<Record<string, string>>,
  { currency, rows }: { readonly currency: string; readonly rows: DayRows },
): Conversation<number> {
  // Without a currency it is USD, as in the reports of before.
  const named = currency === 'USD' ? {} : { currency }
  if (!/^networks\/\w+\/reports\/\w+\/results\/\w+$/.test(result)) throw tryLater('named no result')
  const query = new URLSearchParams({ pageSize: String(rowsPerPage) })
  const seen = new Set<string>()
  let total = ''
  let received = 0
  for (let absences = 0; ; ) {
    const answer = yield {
      url: `${api}/${result}:fetchRows?${query}`,
      headers,
      isReport: (answer: Answer) => (listAt(answer.json ?? undefined, 'rows') ?? []).length > 0,
      // Without the time of the run: the same rows are the same report.
      kept: ({ json }: Answer) => JSON.stringify({ ...named, rows: listAt(json!, 'rows') }),
      ...(absences > 0 && { afterMs: 5_000 }),
    }
    // A result is there a moment after its report is done.
    if (answer.status === 404 && absences++ < 5) continue
    const page = assertFound(answer)
    total ||= textAt(page, 'totalRowCount')
    const sent = listAt(page, 'rows') ?? []
    const found = rowsOf({ rows: sent })
    if (!found) throw tryLater('sent rows of another form')
    received += sent.length
    // Named rows have no value where these have one of several words for it.
    refuseRepeatedRows(sent, ['dimensionValues'], seen)
    rows.add(found)
    const next = textAt(page, 'nextPageToken')
    if (next === '') break
    if (next === query.get('pageToken')) throw tryLater('sent the same page token twice')
    query.set('pageToken', next)
  }
  if (received !== Number(total)) throw tryLater(`sent ${received} of ${total || 0} rows`)
  return rows.count
}

/** @throws NetworkFault for a status of 404, which the judge accepts */
function assertFound({ status, json, text }: Answer): Json {
  if (status !== 404 && json !== null) return json
  const message = textAt(json ?? undefined, 'error', 'message') || text
  throw new NetworkFault({
    kind: status === 404 ? 'request-refused' : 'try-later',
    message: `answered ${status}: ${message.slice(0, 200)}`,
  })
}

/** The name of a resource, which becomes a part of addresses. */
function resourceIn(answer: Answer, member: string): string {
  const name = textAt(assertFound(answer), member)
  if (!/^networks\/[\w/-]+$/.test(name)) throw tryLater('named no report')
  return name
}

/** A signed claim to be a service account. @throws NetworkFault when the key is none */
function assertionOf(key: string, nowMs: number): string {
  const seconds = Math.floor(nowMs / 1_000)
  try {
    const account = parseJson(key)
    const claims = {
      iss: textAt(account, 'client_email'),
      scope,
      aud: tokenUrl,
      iat: seconds,
      exp: seconds + 3_600,
    }
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const signed = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`
    const signature = createSign('RSA-SHA256').update(signed)
    return `${signed}.${signature.sign(textAt(account, 'private_key'), 'base64url')}`
  } catch {
    const message = 'the service account key is not the JSON file that Google gives out'
    throw new NetworkFault({ kind: 'credential-refused', message })
  }
}

function judge(answer: Answer): Fault | null {
  if (answer.status === 404) return null
  const error = at(answer.json ?? undefined, 'error')
  const words = textAt(error, 'message') || textAt(error) || answer.text
  const fault = judgeStatus(answer, words)
  if (fault && textAt(error) === 'invalid_grant') return { ...fault, kind: 'credential-refused' }
  if (fault && textAt(error, 'status') === 'RESOURCE_EXHAUSTED')
    return { ...fault, kind: 'slow-down' }
  // A DELETE has an empty body.
  if (fault || answer.json !== null || answer.text.trim() === '') return fault
  return { kind: 'try-later', message: 'answered no JSON' }
}
