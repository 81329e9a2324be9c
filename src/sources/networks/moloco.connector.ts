import { formatDay } from '../../values/day.ts'
import { detail } from '../ad-units.ts'
import { type Answer, type Ask, connector, type Fault } from '../connector.ts'
import { judgeStatus } from '../judge-status.ts'
import { total } from '../normalise/numbers.ts'
import { type Json, listAt, textAt } from '../readers/read-json.ts'
import { DayRows, tryLater } from '../report-rows.ts'

const api = 'https://sdkpubapi.moloco.com/api/adcloud/publisher/v1'
const headers = { accept: 'application/json', 'content-type': 'application/json' }

export default connector({
  name: 'moloco',
  title: 'Moloco',
  source: 'moloco',
  kind: 'network',
  verified: 'documents',
  documents: [
    'https://help.publisher.moloco.com/hc/en-us/articles/26777697929111-Get-performance-data-using-the-Publisher-Summary-API',
  ],
  hosts: ['sdkpubapi.moloco.com'],
  fields: {
    email: { title: 'Email', where: 'The address that signs in to the Moloco Publisher Portal' },
    password: { title: 'Password', where: 'The password of that address', isSecret: true },
    platformId: { title: 'Platform ID', where: 'Publisher Portal > Publisher setting' },
    publisherId: { title: 'Publisher ID', where: 'Publisher Portal > Publisher setting' },
    detail,
  },
  account: ['platformId'],
  days: { zone: () => 'UTC', readyHours: 8, back: null, reread: 7 },
  // Limits are not documented.
  rate: { requests: 20, seconds: 60 },
  *login({ email, password, platformId }) {
    const { json } = yield {
      method: 'POST',
      url: `${api}/auth/tokens`,
      headers,
      body: JSON.stringify({ email, password, workplace_id: platformId }),
    }
    const token = textAt(json ?? undefined, 'token')
    if (!token) throw tryLater('answered no token')
    return { token, validMs: 55 * 60_000 }
  },
  *report({ day, login, given }) {
    const { publisherId } = given
    const date = formatDay(day)
    const ask = (dimensions: readonly string[]): Ask => ({
      method: 'POST',
      url: `${api}/sdk/summary`,
      headers: { ...headers, authorization: `Bearer ${login!.token}` },
      body: JSON.stringify({
        publisher_id: publisherId,
        date_range: { start: date, end: date },
        dimensions,
        metrics: ['REVENUE', 'IMPRESSIONS', 'CLICKS', 'REQUESTS'],
      }),
    })
    const dimensions = [
      'UTC_DATE',
      'PUBLISHER_APP_STORE_ID',
      'DEVICE_OS',
      'GEO_COUNTRY',
      'AD_UNIT_ID',
    ]
    // Formats come with ad units, so these are asked for in any case.
    const kept = given.detail === 'totals' ? withoutAdUnits : undefined
    const rows = rowsOf(yield { ...ask(dimensions), isReport: true, ...(kept && { kept }) })
    // Nothing says whether an answer has all rows, but the day as a whole.
    const [expected, found] = [rowsOf(yield ask(['UTC_DATE'])), rows].map(impressionsOf)
    if (expected !== found) throw tryLater(`rows have ${found} of ${expected} impressions`)
    return new DayRows('utc_date', day, ['app', 'device', 'geo', 'ad_unit']).add(rows)
  },
  judge,
})

/** An answer without rows leaves the list out. */
const rowsOf = ({ json }: Answer): readonly Json[] => listAt(json!, 'rows') ?? []

const withoutAdUnits = (answer: Answer): string =>
  JSON.stringify({
    rows: rowsOf(answer).map((row) => ({
      ...(row as object),
      ad_unit: { inventory_type: textAt(row, 'ad_unit', 'inventory_type') },
    })),
  })

const impressionsOf = (rows: readonly Json[]): string =>
  total(rows.map((row) => textAt(row, 'metric', 'impressions')))

function judge(answer: Answer): Fault | null {
  const json = answer.json ?? undefined
  const fault = judgeStatus(answer, textAt(json, 'message') || answer.text)
  if (fault) return fault
  if (textAt(json, 'token_type') === 'UPDATE_PASSWORD') {
    const message = 'wants a new password: sign in to the Moloco Publisher Portal'
    return { kind: 'credential-refused', message }
  }
  const isObject = typeof json === 'object' && !Array.isArray(json)
  return isObject ? null : { kind: 'try-later', message: 'answered no JSON object' }
}
