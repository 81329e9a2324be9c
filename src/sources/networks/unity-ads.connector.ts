import { formatDay } from '../../values/day.ts'
import { detail } from '../ad-units.ts'
import { type Answer, type Ask, connector } from '../connector.ts'
import { judgeStatus } from '../judge-status.ts'
import { total } from '../normalise/numbers.ts'
import type { Json } from '../readers/parse-json.ts'
import { at, listAt, textAt } from '../readers/read-json.ts'
import { DayRows, tryLater } from '../report-rows.ts'

const host = 'monetization.api.unity.com'

const groups = 'country,platform,game'
const amounts = ['revenue_sum', 'start_count']
/** The answers' names of the dimensions that are asked for. */
const key = ['country', 'platform', 'source_game_id']

export default connector({
  name: 'unity-ads',
  title: 'Unity Ads',
  source: 'unity-ads',
  kind: 'network',
  verified: 'documents',
  documents: [
    'https://docs.unity.com/en-us/monetization/performance-and-analytics/api/monetization-stats-api',
  ],
  hosts: [host],
  fields: {
    apiKey: {
      title: 'Monetization Stats API Access key',
      where: 'Monetization > Settings > API management',
      isSecret: true,
    },
    organizationId: {
      title: 'Organization core ID',
      where: 'Monetization > Settings > API management; it changes when a project moves',
    },
    detail,
  },
  account: ['organizationId'],
  days: { zone: () => 'UTC', readyHours: 6, back: null, reread: 7 },
  rate: { requests: 1, seconds: 1 },
  *report({ day, given }) {
    const ask = (groups: string): Ask => ({
      url: addressOf(formatDay(day), given.organizationId, groups),
      headers: { authorization: `Token ${given.apiKey}`, accept: 'application/json' },
      // Documents say that a redirect fetches the data, and not where it leads.
      redirectsAnywhere: true,
      // It gives up by itself after 60 seconds.
      timeoutMs: 90_000,
    })
    const rows = new DayRows('timestamp', day, key)
    if (given.detail === 'totals') {
      return rows.add(rowsOf(yield { ...ask(groups), isReport: true }))
    }
    const totals = rowsOf(yield ask(groups))
    rows.add(totals)
    const keep = (answer: Answer) => withoutTotals(rowsOf(answer), totals)
    const answer = yield {
      ...ask(`${groups},placement`),
      isReport: true,
      kept: (answer) => JSON.stringify(keep(answer)),
    }
    return new DayRows('timestamp', day, [...key, 'placement']).add(keep(answer))
  },
  judge: (answer) => {
    const json = answer.json ?? undefined
    const fault = judgeStatus(answer, textAt(json, 'errors', 0, 'msg') || answer.text)
    if (fault || listAt(json)) return fault
    return { kind: 'try-later', message: 'answered without a list of rows' }
  },
})

function addressOf(date: string, organizationId: string, groups: string): string {
  const query = new URLSearchParams({
    fields: ['adrequest_count', 'available_sum', ...amounts, 'view_count'].join(),
    groupBy: groups,
    scale: 'day',
    start: `${date}T00:00:00Z`,
    end: `${date}T23:59:59Z`,
  })
  return `https://${host}/stats/v1/operate/organizations/${encodeURIComponent(organizationId)}?${query}`
}

const rowsOf = ({ json }: Answer): readonly Json[] => listAt(json!)!

/**
 * Rows without a placement may be the rest of the others, or their totals, which no document tells.
 *
 * @returns the rows by placement that add up to the totals; the totals when none do
 */
function withoutTotals(rows: readonly Json[], totals: readonly Json[]): readonly Json[] {
  const placed = rows.filter((row) => at(row, 'placement') !== null && textAt(row, 'placement'))
  const isWhole = (some: readonly Json[]) =>
    amounts.every((amount) => sumOf(some, amount) === sumOf(totals, amount))
  if (totals.length === 0 && rows.length > 0) throw tryLater('sent rows by placement alone')
  return [rows, placed].find(isWhole) ?? totals
}

const sumOf = (rows: readonly Json[], amount: string): string =>
  total(['0', ...rows.map((row) => textAt(row, amount))])
