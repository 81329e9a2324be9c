import { formatDay } from '../../values/day.ts'
import { type Answer, connector, type Fault } from '../connector.ts'
import { judgeStatus } from '../judge-status.ts'
import { listAt, textAt } from '../readers/read-json.ts'
import { DayRows, pagesByOffset } from '../report-rows.ts'

const rowsPerPage = 10_000
const columns =
  'day,application,package_name,platform,ad_format,country,network,impressions,estimated_revenue'

export default connector({
  name: 'applovin-max',
  title: 'AppLovin MAX',
  source: 'applovin-max',
  kind: 'mediation',
  verified: 'documents',
  documents: ['https://support.axon.ai/en/max/reporting-apis/revenue-reporting-api'],
  hosts: ['r.applovin.com'],
  fields: {
    reportKey: { title: 'Report Key', where: 'Account > General > Keys', isSecret: true },
  },
  days: { zone: () => 'UTC', readyHours: 4, back: 45, reread: 7 },
  rate: { requests: 1, seconds: 1 },
  report: ({ day, given }) =>
    pagesByOffset(
      new DayRows('day', day),
      (offset) => {
        const query = new URLSearchParams({
          ...{ api_key: given.reportKey, start: formatDay(day), end: formatDay(day) },
          ...{ columns, format: 'json', not_zero: '1' },
          ...{ limit: String(rowsPerPage), offset: String(offset) },
        })
        return { url: `https://r.applovin.com/maxReport?${query}`, isReport: true }
      },
      ({ json }) => listAt(json!, 'results')!,
    ),
  judge: (answer) => judgeStatus(answer) ?? judgeCode(answer),
})

/** The body has a status of its own. */
function judgeCode(answer: Answer): Fault | null {
  const code = Number(textAt(answer.json ?? undefined, 'code') || 200)
  const inside = judgeStatus({ ...answer, status: code })
  if (inside || listAt(answer.json ?? undefined, 'results')) return inside
  return { kind: 'try-later', message: 'answered without results' }
}
