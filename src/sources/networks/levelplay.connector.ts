import { formatDay } from '../../values/day.ts'
import { detail, withAdUnits } from '../ad-units.ts'
import {
  type Answer,
  type Ask,
  type Conversation,
  connector,
  type Fault,
  type Question,
} from '../connector.ts'
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

/** A table of LevelPlay's. */
interface Table {
  readonly breakdowns: readonly string[]
  /** The answers' names of the breakdowns. */
  readonly key: readonly string[]
  /** Whether it may be divided by ad unit. */
  readonly hasAdUnits: boolean
  readonly metrics: readonly string[]
  /** The metric whose sum tells that all rows are there. */
  readonly summed: string
}

const figures: Table = {
  breakdowns: dimensions,
  key,
  hasAdUnits: true,
  metrics: ['revenue', 'impressions', 'clicks'],
  summed: 'impressions',
}
const details: Table = {
  ...figures,
  breakdowns: [...dimensions, 'instance', 'placement', 'abTest', 'att'],
  key: [...key, 'instance', 'instanceName', 'instanceId', 'placement', 'abTest', 'att'],
}
const audience: Table = {
  breakdowns: ['date', 'app', 'platform', 'country'],
  key: ['appKey', 'app', 'platform', 'country'],
  hasAdUnits: false,
  metrics: ['activeUsers', 'sessions'],
  // Users may be active in several countries, but a session is in one.
  summed: 'sessions',
}

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
  report: (question) => table(figures, question),
  depth: [
    { kind: 'details', report: (question) => table(details, question) },
    { kind: 'audience', report: (question) => table(audience, question) },
  ],
  judge: (answer) => {
    const fault = judgeStatus(answer)
    if (fault?.kind === 'credential-refused') return { ...fault, kind: 'request-refused' }
    if (fault || listAt(answer.json ?? undefined, 'data')) return fault
    return { kind: 'try-later', message: 'answered without a report' }
  },
})

/** Asks for all rows of a table of one day. */
function* table(
  { breakdowns, key, hasAdUnits, metrics, summed }: Table,
  { day, given, login }: Question,
): Conversation<number> {
  const date = formatDay(day)
  const ask = (by: readonly string[], page: number): Ask => {
    const query = new URLSearchParams({
      startDate: date,
      endDate: date,
      metrics: metrics.join(),
      breakdowns: by.join(),
      page: String(page),
      resultsPerPage: String(rowsPerPage),
    })
    return {
      url: `https://${host}/levelPlay/reporting/v1?${query}`,
      headers: { authorization: `Bearer ${login!.token}` },
    }
  }
  const by = hasAdUnits ? withAdUnits(given, breakdowns, 'mediationAdUnit') : breakdowns
  const rows = new DayRows('date', day, hasAdUnits ? withAdUnits(given, key, ...adUnitKey) : key)
  // No document tells how many rows there are, but the day as a whole tells how much is in them.
  const expected = sumOf(summed, yield ask(['date'], 1))
  let found = '0'
  for (let page = 1; ; page++) {
    const answer = yield { ...ask(by, page), isReport: true }
    const count = rows.add(rowsOf(answer))
    found = total([found, sumOf(summed, answer)])
    if (found === expected && count < rowsPerPage) return rows.count
    if (count === 0) throw tryLater(`rows have ${found} of ${expected} ${summed}`)
  }
}

const rowsOf = ({ json }: Answer) => listAt(json!, 'data')!

const sumOf = (metric: string, answer: Answer): string =>
  total(['0', ...rowsOf(answer).map((row) => textAt(row, metric))])

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
