import { formatDay } from '../../values/day.ts'
import { connector } from '../connector.ts'
import { judgeStatus } from '../judge-status.ts'
import { type Json, parseJson } from '../readers/parse-json.ts'
import { listAt, textAt } from '../readers/read-json.ts'
import { DayRows, tryLater } from '../report-rows.ts'

const host = 'platform.ironsrc.com'
const rowsPerPage = 5_000
/** A JSON Web Token, as a JSON text. */
const tokenForm = /^\s*"?([\w-]+\.[\w-]+\.[\w-]+)"?\s*$/
/** For tokens that do not tell how long they are good. */
const shortestMs = 30 * 60_000

/** What answers call the dimensions that are asked for. An app has a key, or only a name. */
const key = ['appKey', 'app', 'platform', 'adNetwork', 'adFormat', 'country']

export default connector({
  name: 'levelplay',
  title: 'Unity LevelPlay (ironSource)',
  source: 'levelplay',
  kind: 'mediation',
  verified: 'documents',
  documents: ['https://docs.unity.com/grow/levelplay/platform/api/reporting'],
  hosts: [host],
  fields: {
    secretKey: { title: 'Secret Key', where: 'My Account > API', isSecret: true },
    refreshToken: { title: 'Refresh Token', where: 'My Account > API', isSecret: true },
  },
  account: ['secretKey'],
  days: { zone: () => 'UTC', readyHours: 8, back: null, reread: 7 },
  rate: { requests: 8_000, seconds: 3_600 },
  *login({ secretKey, refreshToken }, nowMs) {
    const { text } = yield {
      url: `https://${host}/partners/publisher/auth`,
      headers: { secretkey: secretKey, refreshToken },
    }
    const token = tokenForm.exec(text)?.[1]
    if (token === undefined) throw tryLater('answered without a token')
    return { token, validMs: validMs(token, nowMs()) }
  },
  *report({ day, login }) {
    const rows = new DayRows('date', day, key)
    for (let page = 1; ; page++) {
      const query = new URLSearchParams({
        ...{ startDate: formatDay(day), endDate: formatDay(day) },
        metrics: 'revenue,impressions,clicks',
        breakdowns: 'date,app,platform,adNetwork,adFormat,country',
        ...{ page: String(page), resultsPerPage: String(rowsPerPage) },
      })
      const { json } = yield {
        url: `https://${host}/levelPlay/reporting/v1?${query}`,
        headers: { authorization: `Bearer ${login!.token}` },
        isReport: true,
      }
      const found = rows.add(listAt(json!, 'data')!)
      const total = Number(textAt(json!, 'totalResults'))
      if (rows.count === total) return total
      if (found === 0 || rows.count > total) throw tryLater(`sent ${rows.count} of ${total} rows`)
    }
  },
  judge: (answer) => {
    const json = answer.json ?? undefined
    const fault = judgeStatus(answer)
    // A login with wrong keys is answered like a bad request.
    if (fault && answer.status === 400 && /secret|token|credential|auth/i.test(answer.text)) {
      return { ...fault, kind: 'credential-refused' }
    }
    const isReport = listAt(json, 'data') && textAt(json, 'totalResults') !== ''
    if (fault || isReport || tokenForm.test(answer.text)) return fault
    return { kind: 'try-later', message: 'answered without a report' }
  },
})

/** How long a token is good for, by its claims. */
function validMs(token: string, nowMs: number): number {
  const claims = claimsOf(token.split('.')[1]!)
  const seconds = Number(textAt(claims, 'expirationTime') || textAt(claims, 'exp'))
  return seconds * 1_000 > nowMs ? seconds * 1_000 - nowMs : shortestMs
}

function claimsOf(part: string): Json {
  try {
    return parseJson(Buffer.from(part, 'base64url').toString())
  } catch {
    return null
  }
}
