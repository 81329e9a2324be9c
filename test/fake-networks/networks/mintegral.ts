import { createHash } from 'node:crypto'
import { formatDay, parseDay } from '../../../src/values/day.ts'
import type { Call, FakeNetwork, Reply } from '../fake-network.ts'
import { appNumber, dollars, withoutAdUnits } from '../truth.ts'

const given = { skey: 'mintegral-skey', secret: 'mintegral-secret', zone: 'UTC' }
const words = { banner: 'sdk_banner', interstitial: 'new_interstitial', rewarded: 'rewarded_video' }

export default (): FakeNetwork => ({
  connector: 'mintegral',
  given,
  reports: 'mintegral',
  rate: { requests: 1, seconds: 1 },
  routes: [
    { stage: 'report', method: 'GET', address: 'api.mintegral.com/reporting/v2/data', answer },
  ],
  says: {
    'slow-down': { status: 429, body: { code: 'request too frequently' } },
    'error-inside': { body: { code: 'system error' } },
  },
  rowFaults: ['cut-page', 'lost-page', 'repeated-page', 'wrong-clock'],
})

function answer({ query, nowMs, fault, rows, numberedPage }: Call): Reply {
  const get = (name: string) => query.get(name) ?? ''
  const time = get('time')
  if (get('skey') !== given.skey) return refused('skey error')
  if (Math.abs(Number(time) - nowMs / 1_000) > 300) return refused('time error')
  if (get('sign') !== md5(given.secret + md5(time))) return refused('sign error')
  const [start, end] = [dayIn(get('start')), dayIn(get('end'))]
  if (start === null || end === null || end < start) return refused('date error')
  if (end - start > 6) return refused('date range error')
  if (start < nowMs / 86_400_000 - 61) return refused('date range error')
  const limit = Number(get('limit') || 1_000)
  if (limit > 10_000) return refused('limit error')
  const zone = get('timezone') || '8'
  const found = rows('mintegral', start)
  const hasUnits = get('group_by').split(',').includes('unit_id')
  const all = (hasUnits ? found : withoutAdUnits(found)).map((row) => ({
    date: Number(formatDay(row.day).replaceAll('-', '')),
    app_id: Number(appNumber('mintegral', row.app)),
    app_name: row.app.name,
    platform: row.app.platform,
    country: row.country,
    ad_format: words[row.format],
    ...(row.adUnit && { unit_id: row.adUnit, unit_name: row.adUnit }),
    request: row.requests,
    filled: row.matchedRequests,
    impression: row.impressions,
    click: row.clicks,
    est_revenue: Number(dollars(row.revenueMicros)),
  }))
  const page = numberedPage(all, Number(get('page') || 1), limit)
  return {
    body: {
      code: 'ok',
      data: {
        total: all.length,
        page: Number(get('page') || 1),
        limit,
        total_page: page.pages,
        timezone: fault === 'wrong-clock' ? 8 - Number(zone) : Number(zone),
        lists: page.rows,
      },
    },
  }
}

const refused = (code: string): Reply => ({ body: { code } })
const dayIn = (text: string) => parseDay(text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'))
const md5 = (text: string) => createHash('md5').update(text).digest('hex')
