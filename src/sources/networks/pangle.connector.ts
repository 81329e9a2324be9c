import { createHash } from 'node:crypto'
import { formatDay } from '../../values/day.ts'
import { detail } from '../ad-units.ts'
import { type Answer, connector, type Fault, type FaultKind } from '../connector.ts'
import { judgeStatus } from '../judge-status.ts'
import type { Json } from '../readers/parse-json.ts'
import { at, listAt, textAt } from '../readers/read-json.ts'
import { tryLater } from '../report-rows.ts'

/** The answer to a day without figures has no list of days. */
const noData = 'PD0004'

/** Errors have status 200. */
const faultKinds: Readonly<Record<string, FaultKind>> = {
  '101': 'credential-refused',
  '102': 'credential-refused',
  '103': 'request-refused',
  '106': 'slow-down',
  '114': 'request-refused',
}

export default connector({
  name: 'pangle',
  title: 'Pangle',
  source: 'pangle',
  kind: 'network',
  verified: 'documents',
  documents: ['https://www.pangleglobal.com/integration/reporting-api-v2'],
  hosts: ['open-api.pangleglobal.com'],
  fields: {
    userId: { title: 'User ID', where: 'SDK Integration > Data API > Reporting API' },
    roleId: {
      title: 'Role ID',
      where: 'SDK Integration > Data API > Reporting API; of a role that may see all apps',
    },
    secureKey: {
      title: 'Security Key',
      where: 'SDK Integration > Data API > Reporting API',
      isSecret: true,
    },
    zone: {
      title: 'Time zone',
      where: 'The clock of the days: UTC+8 as in the console, or UTC',
      choices: ['UTC', 'UTC+8'],
      default: 'UTC+8',
    },
    detail,
  },
  account: ['userId'],
  days: {
    zone: ({ zone }) => (zone === 'UTC' ? 'UTC' : 'Asia/Shanghai'),
    readyHours: 14,
    back: null,
    reread: 7,
    sweep: 30,
  },
  rate: { requests: 5, seconds: 1 },
  *report({ day, given, nowMs }) {
    const date = formatDay(day)
    const zoneHours = given.zone === 'UTC' ? 0 : 8
    const { json } = yield {
      url: `https://open-api.pangleglobal.com/union_pangle/open/api/rt/income?${signed(
        {
          user_id: given.userId,
          role_id: given.roleId,
          date,
          version: '2.0',
          sign_type: 'MD5',
          time_zone: String(zoneHours),
          currency: 'usd',
          timestamp: String(Math.floor(nowMs() / 1_000)),
        },
        given.secureKey,
      )}`,
      isReport: ({ json }) => textAt(json!, 'Code') !== noData,
      ...(given.detail === 'totals' && { kept: withoutSlots }),
    }
    return textAt(json!, 'Code') === noData ? 0 : rowsOf(json!, date, zoneHours).length
  },
  judge: (answer) => judgeStatus(answer) ?? judgeCode(answer),
})

/** Rows are always of ad slots. */
const withoutSlots = ({ json }: Answer): string =>
  JSON.stringify(json, (name, value) => (name === 'ad_slot_id' ? undefined : value))

/** The sign is the MD5 of all parameters in the order of their names, and the key. */
function signed(parameters: Readonly<Record<string, string>>, secureKey: string): URLSearchParams {
  const names = Object.keys(parameters).sort()
  const text = names.map((name) => `${name}=${parameters[name]}`).join('&')
  const sign = createHash('md5')
    .update(text + secureKey)
    .digest('hex')
  return new URLSearchParams({ ...parameters, sign })
}

function rowsOf(json: Json, date: string, zoneHours: number): readonly Json[] {
  const others = Object.keys(at(json, 'Data') ?? {}).filter((day) => day !== date)
  if (others.length > 0) throw tryLater(`sent rows of "${others[0]}" instead of ${date}`)
  const rows = listAt(json, 'Data', date) ?? []
  const zone = rows
    .map((row) => textAt(row, 'time_zone'))
    .find((text) => text !== '' && text !== String(zoneHours))
  if (zone === undefined) return rows
  throw tryLater(`sent days of time zone ${zone} instead of ${zoneHours}`)
}

function judgeCode({ json }: Answer): Fault | null {
  const code = textAt(json ?? undefined, 'Code')
  const data = at(json ?? undefined, 'Data')
  if (code === noData || (code === '100' && typeof data === 'object')) return null
  const kind = faultKinds[code] ?? 'try-later'
  const words = textAt(json ?? undefined, 'Message')
  return {
    kind,
    message: `answered ${code || 'nothing'}${words && `: ${words}`}`,
    ...(kind === 'slow-down' && { waitMs: 1_000 }),
  }
}
