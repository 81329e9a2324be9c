import { formatDay } from '../../values/day.ts'
import { type Answer, connector, type Fault } from '../connector.ts'
import { judgeStatus } from '../judge-status.ts'
import { listAt, textAt } from '../readers/read-json.ts'
import { DayRows, pagesByOffset } from '../report-rows.ts'

const rowsPerPage = 10_000
const columns =
  'day,application,package_name,platform,country,ad_type,size,impressions,clicks,revenue'

/** The rows of AppLovin in a MAX report are the same revenue. */
export default connector({
  name: 'applovin',
  title: 'AppLovin (network)',
  source: 'applovin',
  kind: 'network',
  verified: 'documents',
  documents: ['https://support.axon.ai/en/app-discovery/reporting-api/'],
  hosts: ['r.applovin.com'],
  fields: {
    reportKey: { title: 'Report Key', where: 'Account > General > Keys', isSecret: true },
  },
  days: { zone: () => 'UTC', readyHours: 4, back: 45, reread: 3 },
  rate: { requests: 1, seconds: 1 },
  report: ({ day, given }) =>
    pagesByOffset(
      new DayRows('day', day),
      (offset) => {
        const query = new URLSearchParams({
          ...{ api_key: given.reportKey, start: formatDay(day), end: formatDay(day) },
          ...{ columns, format: 'json', report_type: 'publisher' },
          ...{ limit: String(rowsPerPage), offset: String(offset) },
        })
        return { url: `https://r.applovin.com/report?${query}`, isReport: true }
      },
      ({ json }) => listAt(json!, 'results')!,
    ),
  judge: (answer) => judgeStatus(answer) ?? judgeCode(answer),
})

/** The body has a status of its own. */
function judgeCode(answer: Answer): Fault | null {
  const json = answer.json ?? undefined
  const inside = judgeStatus({ ...answer, status: Number(textAt(json, 'code') || 200) })
  if (inside || listAt(json, 'results')) return inside
  return { kind: 'try-later', message: 'answered without results' }
}
