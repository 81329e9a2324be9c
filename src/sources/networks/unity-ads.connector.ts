import { formatDay } from '../../values/day.ts'
import { connector } from '../connector.ts'
import { judgeStatus } from '../judge-status.ts'
import { listAt, textAt } from '../readers/read-json.ts'
import { DayRows } from '../report-rows.ts'

const host = 'monetization.api.unity.com'

/** What answers call the dimensions that are asked for. */
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
      where: 'Monetization > Setup > API management',
      isSecret: true,
    },
    organizationId: {
      title: 'Organization core ID',
      where: 'Monetization > Setup > API management; it changes when a project moves',
    },
  },
  account: ['organizationId'],
  days: { zone: () => 'UTC', readyHours: 6, back: null, reread: 7 },
  rate: { requests: 1, seconds: 1 },
  *report({ day, given: { apiKey, organizationId } }) {
    const date = formatDay(day)
    // Not by placement: rows without a placement may be totals of the others.
    const query = new URLSearchParams({
      fields: 'adrequest_count,available_sum,revenue_sum,start_count,view_count',
      groupBy: 'country,platform,game',
      scale: 'day',
      start: `${date}T00:00:00Z`,
      end: `${date}T23:59:59Z`,
    })
    const organization = encodeURIComponent(organizationId)
    const { json } = yield {
      url: `https://${host}/stats/v1/operate/organizations/${organization}?${query}`,
      headers: { authorization: `Token ${apiKey}`, accept: 'application/json' },
      isReport: true,
      // It gives up by itself after 60 seconds.
      timeoutMs: 90_000,
    }
    return new DayRows('timestamp', day, key).add(listAt(json!)!)
  },
  judge: (answer) => {
    const json = answer.json ?? undefined
    const fault = judgeStatus(answer, textAt(json, 'errors', 0, 'msg') || answer.text)
    if (fault || listAt(json)) return fault
    return { kind: 'try-later', message: 'answered without a list of rows' }
  },
})
