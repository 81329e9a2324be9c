import { addDays, formatDay } from '../../values/day.ts'
import { detail, withAdUnits } from '../ad-units.ts'
import { type Answer, type Ask, connector, type Fault } from '../connector.ts'
import { csvRows, refuseMissingRows } from '../csv-rows.ts'
import { judgeStatus } from '../judge-status.ts'
import { DayRows } from '../report-rows.ts'

const where = 'Ask your BidMachine manager for access to the Reporting API'

const undivided = ['date', 'app_name', 'app_bundle', 'platform', 'ad_type', 'country']

export default connector({
  name: 'bidmachine',
  title: 'BidMachine',
  source: 'bidmachine',
  kind: 'network',
  verified: 'documents',
  documents: [
    'https://developers.bidmachine.io/api/bidmachine-reporting-api',
    'https://developers.bidmachine.io/api/retrieve-ssp-report-data',
  ],
  hosts: ['api-eu.bidmachine.io'],
  fields: {
    username: { title: 'Login', where },
    password: { title: 'Password', where, isSecret: true },
    detail,
  },
  account: ['username'],
  // The clock is not documented.
  days: { zone: () => 'UTC', readyHours: 8, back: null, reread: 7 },
  rate: { requests: 6, seconds: 60 },
  *report({ day, given }) {
    const { username, password } = given
    const dimensions = withAdUnits(given, undivided, 'placement')
    const login = Buffer.from(`${username}:${password}`).toString('base64')
    const ask = (fields: string): Ask => {
      const query = new URLSearchParams({
        start: formatDay(day),
        // Exclusive.
        end: formatDay(addDays(day, 1)),
        format: 'csv',
        csv_header: '1',
        fields,
      })
      return {
        url: `https://api-eu.bidmachine.io/api/v1/report/ssp?${query}`,
        headers: { authorization: `Basic ${login}` },
        timeoutMs: 300_000,
      }
    }
    const fields = [...dimensions, 'impressions', 'clicks', 'revenue'].join()
    const rows = csvRows((yield { ...ask(fields), isReport: true }).text)
    refuseMissingRows(rows, csvRows((yield ask('date,impressions')).text), 'impressions')
    return new DayRows('date', day, dimensions).add(rows)
  },
  judge,
})

function judge(answer: Answer): Fault | null {
  const warning = answer.header('ad-exchange-warn-message')
  const fault = judgeStatus(answer, warning || answer.text)
  if (fault?.kind === 'slow-down') {
    const [, seconds] = /(\d{1,5}) sec/i.exec(warning) ?? []
    return seconds === undefined ? fault : { ...fault, waitMs: Number(seconds) * 1_000 }
  }
  const isTable = answer.text.trim() === '' || /^"?date"?,/.test(answer.text)
  if (fault || isTable) return fault
  return { kind: 'try-later', message: 'answered no table' }
}
