import { formatDay } from '../../values/day.ts'
import { detail, withAdUnits } from '../ad-units.ts'
import {
  type Answer,
  type Conversation,
  connector,
  type Fault,
  type FieldValues,
  NetworkFault,
} from '../connector.ts'
import { judgeStatus } from '../judge-status.ts'
import type { Json } from '../readers/parse-json.ts'
import { listAt, textAt } from '../readers/read-json.ts'
import { DayRows, tryLater } from '../report-rows.ts'

const api = 'https://api-services.appodeal.com/api/v2'
const maxLooks = 40

const dimensions = ['date', 'app', 'country', 'banner_type', 'network']
/** The answers' names of the dimensions that are asked for. */
const key = ['app_key', 'country', 'banner_type', 'network']

export default connector({
  name: 'appodeal',
  title: 'Appodeal',
  source: 'appodeal',
  kind: 'mediation',
  verified: 'documents',
  documents: ['https://docs.appodeal.com/reporting/reporting-api'],
  // Which host has long results is not documented.
  hosts: ['*.appodeal.com'],
  fields: {
    apiKey: { title: 'API key', where: 'Appodeal profile > API Credentials', isSecret: true },
    userId: { title: 'User ID', where: 'Appodeal profile > API Credentials' },
    detail,
  },
  account: ['userId'],
  // The clock is not documented; the source reads days as UTC.
  days: { zone: () => 'UTC', readyHours: 8, back: null, reread: 7 },
  // Limits are not documented.
  rate: { requests: 20, seconds: 60 },
  *report({ day, given }) {
    const date = formatDay(day)
    const query = new URLSearchParams({ date_from: date, date_to: date })
    for (const dimension of withAdUnits(given, dimensions, 'placement')) {
      query.append('detalisation[]', dimension)
    }
    const { json } = yield { url: address('stats_api', given, query) }
    const task = textAt(json!, 'task_id')
    if (!task) throw tryLater('answered no task')
    return new DayRows('date', day, withAdUnits(given, key, 'placement')).add(
      yield* fetchResult(given, task),
    )
  },
  judge,
})

/** Waits for a task. @returns its rows */
function* fetchResult(given: FieldValues, task: string): Conversation<readonly Json[]> {
  const query = new URLSearchParams({ task_id: task })
  for (let count = 0; ; count++) {
    if (count === maxLooks) {
      throw new NetworkFault({ kind: 'not-ready', message: 'its task is not complete' })
    }
    const url = address('check_status', given, query)
    const { json } = yield { url, afterMs: Math.min(2_000 * (count + 1), 20_000) }
    if (textAt(json!, 'task_status') === '1') break
  }
  const direct = yield { url: address('output_result', given, query), isReport }
  const link = textAt(direct.json!, 'url')
  // Long results are a file at another address.
  const long = { url: link, isReport, timeoutMs: 300_000 }
  const rows = rowsOf(isReport(direct) || !link ? direct : yield long)
  if (!rows) throw tryLater('answered no data')
  return rows
}

const address = (path: string, { apiKey, userId }: FieldValues, query: URLSearchParams): string => {
  const login = new URLSearchParams({ api_key: apiKey!, user_id: userId! })
  return `${api}/${path}?${login}&${query}`
}

const rowsOf = ({ json }: Answer): readonly Json[] | null => listAt(json ?? undefined, 'data')
const isReport = (answer: Answer): boolean => rowsOf(answer) !== null

/** Codes other than 0 are not documented; their messages name the key or the user. */
function judge(answer: Answer): Fault | null {
  const json = answer.json ?? undefined
  const words = textAt(json, 'message') || textAt(json, 'error')
  const fault = judgeStatus(answer, words || answer.text)
  if (fault) return fault
  const code = textAt(json, 'code')
  if (json !== undefined && (code === '0' || code === '') && !textAt(json, 'error')) return null
  const message = words.slice(0, 200) || `answered ${code ? `code ${code}` : 'no JSON'}`
  const isCredential = /api.?key|user|auth|access|denied/i.test(words)
  return { kind: isCredential ? 'credential-refused' : 'try-later', message }
}
