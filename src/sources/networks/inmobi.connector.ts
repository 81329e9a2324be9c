import { formatDay } from '../../values/day.ts'
import { detail, withAdUnits } from '../ad-units.ts'
import { type Answer, connector, type Fault, type FaultKind } from '../connector.ts'
import { judgeStatus } from '../judge-status.ts'
import { listAt, textAt } from '../readers/read-json.ts'
import { DayRows, pagesByOffset, tryLater } from '../report-rows.ts'

const rowsPerPage = 5_000
/** Sessions are good for 8 hours. Only 15 may be made in that time. */
const sessionMs = 7.5 * 3_600_000

const dimensions = ['date', 'country', 'platform', 'inmobiAppId', 'adUnitType']

export default connector({
  name: 'inmobi',
  title: 'InMobi',
  source: 'inmobi',
  kind: 'network',
  verified: 'documents',
  documents: ['https://support.inmobi.com/monetize/inmobi-apis/reporting-api'],
  hosts: ['api.inmobi.com'],
  fields: {
    userName: { title: 'User name', where: 'The e-mail address that signs in to the console' },
    secretKey: {
      title: 'API key',
      where: 'Account Settings > API Key; each user has one',
      isSecret: true,
    },
    detail,
  },
  account: ['userName'],
  days: { zone: () => 'UTC', readyHours: 12, back: null, reread: 7 },
  rate: { requests: 1_500, seconds: 900 },
  *login({ userName, secretKey }) {
    const { json } = yield {
      url: 'https://api.inmobi.com/v1.0/generatesession/generate',
      headers: { userName, secretKey },
    }
    // Older answers are not in a list.
    const session = listAt(json!, 'respList')?.[0] ?? json!
    const [token, accountId] = [textAt(session, 'sessionId'), textAt(session, 'accountId')]
    if (token === '' || accountId === '') throw tryLater('answered without a session')
    return { token, validMs: sessionMs, facts: { accountId } }
  },
  report: ({ day, given, login }) =>
    pagesByOffset(
      new DayRows('date', day, withAdUnits(given, dimensions, 'placementId', 'placementName')),
      (offset) => ({
        method: 'POST',
        url: 'https://api.inmobi.com/v3.0/reporting/publisher',
        headers: {
          accountId: login!.facts!.accountId!,
          secretKey: given.secretKey,
          sessionId: login!.token,
          'content-type': 'application/json',
          accept: 'application/json',
        },
        body: JSON.stringify({
          reportRequest: {
            metrics: ['adRequests', 'servedImpressions', 'adImpressions', 'clicks', 'earnings'],
            timeFrame: `${formatDay(day)}:${formatDay(day)}`,
            groupBy: withAdUnits(given, dimensions, 'placement'),
            orderBy: ['date'],
            orderType: 'asc',
            offset,
            length: rowsPerPage,
          },
        }),
        isReport: true,
      }),
      ({ json }) => listAt(json!, 'respList') ?? [],
    ),
  judge: (answer) => judgeError(answer) ?? judgeStatus(answer) ?? judgeForm(answer),
})

/** Errors are in the body, whatever the status. */
function judgeError({ json }: Answer): Fault | null {
  if (textAt(json ?? undefined, 'error') !== 'true') return null
  const error = listAt(json!, 'errorList')?.[0]
  const [code, words] = [textAt(error, 'code'), textAt(error, 'message')]
  return { kind: errorKind(Number(code)), message: `answered ${code || 'an error'}: ${words}` }
}

function errorKind(code: number): FaultKind {
  // A session that ended looks like a wrong credential.
  if ([1_004, 2_000, 2_001].includes(code)) return 'log-in-again'
  if (code === 2_036) return 'not-ready'
  if (code > 1_000) return 'request-refused'
  return 'try-later'
}

const judgeForm = ({ json }: Answer): Fault | null =>
  textAt(json ?? undefined, 'error') === 'false' || textAt(json ?? undefined, 'sessionId') !== ''
    ? null
    : { kind: 'try-later', message: 'answered without a report' }
