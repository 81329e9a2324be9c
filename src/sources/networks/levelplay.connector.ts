import { formatDay } from '../../values/day.ts'
import { detail, withAdUnits } from '../ad-units.ts'
import { type Answer, type Ask, connector, type Fault } from '../connector.ts'
import { judgeStatus } from '../judge-status.ts'
import { total } from '../normalise/numbers.ts'
import { type Json, parseJson } from '../readers/parse-json.ts'
import { listAt, textAt } from '../readers/read-json.ts'
import { DayRows, tryLater } from '../report-rows.ts'

const host = 'platform.ironsrc.com'
const rowsPerPage = 5_000
/** A JSON Web Token, as a JSON text. */
const tokenForm = /^\s*"?([\w-]+\.[\w-]+\.[\w-]+)"?\s*$/
/** For tokens that do not tell how long they are good. */
const shortestMs = 30 * 60_000

const dimensions = ['date', 'app', 'platform', 'adNetwork', 'adFormat', 'country']
const adUnitKey = ['mediationAdUnit', 'mediationAdUnitName', 'mediationAdUnitId']
/** The answers' names of the dimensions that are asked for. An app has a key, or only a name. */
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
    detail,
  },
  account: ['secretKey'],
  // A report may be refused for other reasons, such as an app that the user may not see.
  loginProvesCredentials: true,
  days: { zone: () => 'UTC', readyHours: 8, back: null, reread: 7 },
  rate: { requests: 8_000, seconds: 3_600 },
  *login({ secretKey, refreshToken }, nowMs) {
    const { text } = yield {
      url: `https://${host}/partners/publisher/auth`,
      headers: { secretkey: secretKey, refreshToken },
      judge: judgeLogin,
    }
    const token = tokenForm.exec(text)?.[1]
    if (token === undefined) throw tryLater('answered without a token')
    return { token, validMs: validMs(token, nowMs()) }
  },
  *report({ day, given, login }) {
    const date = formatDay(day)
    const ask = (breakdowns: string, page: number): Ask => {
      const query = new URLSearchParams({
        startDate: date,
        endDate: date,
        metrics: 'revenue,impressions,clicks',
        breakdowns,
        page: String(page),
        resultsPerPage: String(rowsPerPage),
      })
      return {
        url: `https://${host}/levelPlay/reporting/v1?${query}`,
        headers: { authorization: `Bearer ${login!.token}` },
      }
    }
    const breakdowns = withAdUnits(given, dimensions, 'mediationAdUnit').join()
    // No document tells how many rows there are, but the day as a whole tells how many impressions.
    const expected = impressionsOf(yield ask('date', 1))
    const rows = new DayRows('date', day, withAdUnits(given, key, ...adUnitKey))
    let found = '0'
    for (let page = 1; ; page++) {
      const answer = yield { ...ask(breakdowns, page), isReport: true }
      const count = rows.add(rowsOf(answer))
      found = total([found, impressionsOf(answer)])
      if (found === expected && count < rowsPerPage) return rows.count
      if (count === 0) throw tryLater(`rows have ${found} of ${expected} impressions`)
    }
  },
  judge: (answer) => {
    const fault = judgeStatus(answer)
    if (fault?.kind === 'credential-refused') return { ...fault, kind: 'request-refused' }
    if (fault || listAt(answer.json ?? undefined, 'data')) return fault
    return { kind: 'try-later', message: 'answered without a report' }
  },
})

const rowsOf = ({ json }: Answer) => listAt(json!, 'data')!

const impressionsOf = (answer: Answer): string =>
  total(['0', ...rowsOf(answer).map((row) => textAt(row, 'impressions'))])

/** The login's 401 and 403 are the only answers that are about the keys. */
function judgeLogin(answer: Answer): Fault | null {
  const fault = judgeStatus(answer)
  return fault?.kind === 'log-in-again' ? { ...fault, kind: 'credential-refused' } : fault
}

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
