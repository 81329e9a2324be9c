import { formatDay } from '../../values/day.ts'
import { detail, withAdUnits } from '../ad-units.ts'
import { type Answer, connector, type Fault } from '../connector.ts'
import { judgeStatus } from '../judge-status.ts'
import { listAt, textAt } from '../readers/read-json.ts'
import { DayRows } from '../report-rows.ts'
import source from './verve.ts'

const rowsOf = source.reports[1]!.json!

const undivided = ['date', 'country_code', 'store_app_id']

export default connector({
  name: 'verve',
  title: 'Verve (PubNative)',
  source: 'verve',
  kind: 'network',
  verified: 'documents',
  documents: ['https://developers.verve.com/reference/reporting-api'],
  hosts: ['dashboard.pubnative.net'],
  fields: {
    token: {
      title: 'Account auth token',
      where: 'Verve publisher dashboard > Account settings > API',
      isSecret: true,
    },
    detail,
  },
  days: { zone: () => 'UTC', readyHours: 8, back: null, reread: 3 },
  rate: { requests: 5, seconds: 1 },
  *report({ day, given }) {
    const dimensions = withAdUnits(given, undivided, 'zone_name')
    const date = formatDay(day).split('-').reverse().join('/')
    const query = new URLSearchParams({
      account_auth_token: given.token,
      start_date: date,
      end_date: date,
    })
    for (const group of dimensions) query.append('group_by[]', group)
    const { json } = yield {
      url: `https://dashboard.pubnative.net/api/reports?${query}`,
      isReport: true,
    }
    return new DayRows('date', day, dimensions).add(rowsOf(json!)!)
  },
  judge,
})

function judge(answer: Answer): Fault | null {
  const json = answer.json ?? undefined
  const words = textAt(json, 'message') || textAt(json, 'errors') || textAt(json, 'errors', 0)
  const fault = judgeStatus(answer, words || answer.text)
  if (fault) return fault
  const status = textAt(json, 'status')
  if (status === 'success' && listAt(json, 'reports')) return null
  const isCredential = /token|auth|account/i.test(words)
  const message = words.slice(0, 200) || `answered ${status.slice(0, 40) || 'no reports'}`
  return { kind: isCredential ? 'credential-refused' : 'try-later', message }
}
