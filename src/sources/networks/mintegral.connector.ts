import { createHash } from 'node:crypto'
import { formatDay } from '../../values/day.ts'
import { detail, withAdUnits } from '../ad-units.ts'
import { type Answer, connector, type Fault, type FaultKind, NetworkFault } from '../connector.ts'
import { judgeStatus } from '../judge-status.ts'
import { listAt, textAt } from '../readers/read-json.ts'
import { DayRows, tryLater } from '../report-rows.ts'

const rowsPerPage = 10_000
const undivided = ['date', 'app_id', 'platform', 'country', 'ad_format']

export default connector({
  name: 'mintegral',
  title: 'Mintegral',
  source: 'mintegral',
  kind: 'network',
  verified: 'documents',
  documents: ['https://cdn-adn-https.rayjump.com/cdn-adn/reporting_api/MintegralRA.html'],
  hosts: ['api.mintegral.com'],
  fields: {
    skey: { title: 'Skey', where: 'Account > API Tools > Reporting API', isSecret: true },
    secret: { title: 'Secret', where: 'Account > API Tools > Reporting API', isSecret: true },
    zone: {
      title: 'Time zone',
      where: 'The clock of the days: UTC+8 as in the console, or UTC',
      choices: ['UTC', 'UTC+8'],
      default: 'UTC+8',
    },
    detail,
  },
  account: ['skey'],
  days: {
    zone: ({ zone }) => (zone === 'UTC' ? 'UTC' : 'Asia/Shanghai'),
    readyHours: 8,
    back: 60,
    reread: 7,
    sweep: 30,
  },
  rate: { requests: 1, seconds: 1 },
  *report({ day, given, nowMs }) {
    const { skey, secret, zone } = given
    const dimensions = withAdUnits(given, undivided, 'unit_id')
    const date = formatDay(day).replaceAll('-', '')
    const timezone = zone === 'UTC' ? '0' : '8'
    const rows = new DayRows('date', day, dimensions)
    for (let page = 1; ; page++) {
      const time = Math.floor(nowMs() / 1_000)
      const query = new URLSearchParams({
        skey,
        time: String(time),
        sign: md5(secret + md5(String(time))),
        start: date,
        end: date,
        timezone,
        limit: String(rowsPerPage),
        page: String(page),
        group_by: dimensions.join(),
      })
      const { json } = yield {
        url: `https://api.mintegral.com/reporting/v2/data?${query}`,
        isReport: true,
      }
      const answered = textAt(json!, 'data', 'timezone')
      if (answered !== '' && answered !== timezone) {
        const message = `sent days of time zone ${answered} instead of ${timezone}`
        throw new NetworkFault({ kind: 'request-refused', message })
      }
      rows.add(listAt(json!, 'data', 'lists')!)
      if (page < Number(textAt(json!, 'data', 'total_page') || 1)) continue
      const total = textAt(json!, 'data', 'total')
      if (total === '' || rows.count === Number(total)) return rows.count
      throw tryLater(`sent ${rows.count} of ${total} rows`)
    }
  },
  judge: (answer) => judgeStatus(answer) ?? judgeCode(answer),
})

function judgeCode({ json }: Answer): Fault | null {
  const code = textAt(json ?? undefined, 'code')
  if (code === 'ok' && listAt(json!, 'data', 'lists')) return null
  return { kind: kindOf(code), message: `answered ${code || 'nothing'}` }
}

/** The documents do not list the codes, which are words. */
function kindOf(code: string): FaultKind {
  if (/sign|key|auth/i.test(code)) return 'credential-refused'
  if (/frequen|rate|too many|qps/i.test(code)) return 'slow-down'
  if (/param|invalid|range/i.test(code)) return 'request-refused'
  return 'try-later'
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')
