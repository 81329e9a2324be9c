import { formatDay } from '../../values/day.ts'
import { type Answer, connector, type Fault } from '../connector.ts'
import { isZone } from '../is-zone.ts'
import { judgeStatus } from '../judge-status.ts'
import { textAt } from '../readers/read-json.ts'
import { DayRows, pagesByOffset } from '../report-rows.ts'
import source from './yandex.ts'

const rowsPerPage = 1_000
const defaultZone = 'Europe/Moscow'
const rowsOf = source.reports[0]!.json!

export default connector({
  name: 'yandex',
  title: 'Yandex Advertising Network',
  source: 'yandex',
  kind: 'network',
  verified: 'documents',
  documents: ['https://yandex.com/dev/partner-statistics/doc/en/reference/statistics-get2'],
  hosts: ['partner.yandex.ru'],
  fields: {
    token: {
      title: 'OAuth token',
      where: 'Partner interface > Settings > API > Get OAuth token',
      isSecret: true,
    },
    zone: {
      title: 'Time zone',
      where: 'The clock of the statistics in the partner interface, as an IANA name',
      default: defaultZone,
    },
  },
  days: {
    zone: ({ zone }) => (isZone(zone) ? zone : defaultZone),
    readyHours: 8,
    back: null,
    reread: 7,
  },
  // Limits are not documented.
  rate: { requests: 20, seconds: 60 },
  report: ({ day, given }) =>
    pagesByOffset(
      new DayRows('date', day, ['page_caption', 'block_type']),
      (offset) => ({
        url: addressOf(formatDay(day), offset),
        headers: { authorization: `OAuth ${given.token}`, accept: 'application/json' },
        isReport: true,
      }),
      ({ json }) => rowsOf(json!)!,
    ),
  judge,
})

/** Keys with several values are repeated. Revenue is the partner's, without VAT. */
function addressOf(date: string, offset: number): string {
  const query = new URLSearchParams([
    ['lang', 'en'],
    ['period', date],
    ['period', date],
    ['dimension_field', 'date|day'],
    ['entity_field', 'page_caption'],
    ['entity_field', 'block_type'],
    ['field', 'impressions'],
    ['field', 'clicks'],
    ['field', 'partner_wo_nds'],
    // Answers do not name it.
    ['currency', 'USD'],
    ['limits', JSON.stringify({ limit: rowsPerPage, offset })],
  ])
  return `https://partner.yandex.ru/api/statistics2/get.json?${query}`
}

function judge(answer: Answer): Fault | null {
  const json = answer.json ?? undefined
  const words = textAt(json, 'message')
  const fault = judgeStatus(answer, words || answer.text)
  if (fault) return fault
  if (textAt(json, 'result') === 'ok' && rowsOf(json!)) return null
  const message = words.slice(0, 200) || 'answered no statistics'
  return { kind: /token|auth|access/i.test(words) ? 'credential-refused' : 'try-later', message }
}
