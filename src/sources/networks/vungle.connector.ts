import { formatDay } from '../../values/day.ts'
import { detail, withAdUnits } from '../ad-units.ts'
import { connector } from '../connector.ts'
import { judgeStatus } from '../judge-status.ts'
import { listAt } from '../readers/read-json.ts'
import { DayRows } from '../report-rows.ts'

const dimensions = ['date', 'platform', 'application', 'country', 'adType', 'incentivized']
/** The answers' names of the dimensions that are asked for. */
const key = ['platform', 'application id', 'country', 'adType', 'incentivized']

export default connector({
  name: 'vungle',
  title: 'Liftoff Monetize (Vungle)',
  source: 'vungle',
  kind: 'network',
  verified: 'documents',
  documents: ['https://support.vungle.com/hc/en-us/articles/211365828'],
  hosts: ['report.api.vungle.com'],
  fields: {
    apiKey: { title: 'Reporting API Key', where: 'My Account > API Keys', isSecret: true },
    detail,
  },
  days: { zone: () => 'UTC', readyHours: 8, back: 180, reread: 7 },
  rate: { requests: 1, seconds: 1 },
  *report({ day, given }) {
    const { apiKey } = given
    const query = new URLSearchParams({
      start: formatDay(day),
      end: formatDay(day),
      dimensions: withAdUnits(given, dimensions, 'placement').join(),
      aggregates: 'views,clicks,revenue',
    })
    const { json } = yield {
      url: `https://report.api.vungle.com/ext/pub/reports/performance?${query}`,
      headers: {
        authorization: `Bearer ${apiKey}`,
        'vungle-version': '1',
        accept: 'application/json',
      },
      isReport: true,
    }
    return json === null
      ? 0
      : new DayRows('date', day, withAdUnits(given, key, 'placement id', 'placement name')).add(
          listAt(json)!,
        )
  },
  judge: (answer) => {
    const fault = judgeStatus(answer)
    // A day without figures has an empty body.
    const isReport = answer.text.trim() === '' || listAt(answer.json ?? undefined)
    if (fault || isReport) return fault
    return { kind: 'try-later', message: 'answered without a list of rows' }
  },
})
