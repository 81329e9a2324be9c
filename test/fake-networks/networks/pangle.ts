import { createHash } from 'node:crypto'
import { formatDay, parseDay } from '../../../src/values/day.ts'
import type { Call, FakeNetwork, Reply } from '../fake-network.ts'
import { appNumber, dollars } from '../truth.ts'

const given = { userId: '7001', roleId: '7002', secureKey: 'pangle-key', zone: 'UTC' }
const slotTypes = { banner: 2, interstitial: 6, rewarded: 5 }
const needed = ['role_id', 'timestamp', 'sign_type', 'version', 'date']

/** It answers 200 to everything. */
const says = (Code: string, Message: string): Reply => ({ body: { Code, Message, Data: null } })

export default (): FakeNetwork => ({
  connector: 'pangle',
  given,
  reports: 'pangle',
  rate: { requests: 5, seconds: 1 },
  routes: [
    {
      stage: 'report',
      method: 'GET',
      address: 'open-api.pangleglobal.com/union_pangle/open/api/rt/income',
      answer,
    },
  ],
  says: {
    'slow-down': says('106', 'QPS limit exceeded'),
    'error-inside': says('500', 'Internal error'),
    'not-ready': says('PD0004', 'No data'),
  },
  rowFaults: ['wrong-clock'],
  addsRows: true,
})

function answer({ query, rows }: Call): Reply {
  const { sign, ...signed } = Object.fromEntries(query)
  const missing = needed.find((name) => !signed[name])
  if (missing) return says('114', `${missing} is required`)
  if (signed.user_id !== given.userId) return says('102', 'Invalid user')
  const text = Object.keys(signed)
    .sort()
    .map((name) => `${name}=${signed[name]}`)
  const expected = createHash('md5')
    .update(text.join('&') + given.secureKey)
    .digest('hex')
  if (sign !== expected) return says('101', 'Invalid sign')
  const day = parseDay(signed.date!)
  if (day === null) return says('103', 'Invalid date')
  if (!['0', '8'].includes(signed.time_zone ?? '8')) return says('114', 'time_zone')
  const all = rows('pangle', day)
  if (all.length === 0) return says('PD0004', 'No data')
  const reported = all.map((row) => ({
    app_id: appNumber('pangle', row.app),
    app_name: row.app.name,
    package_name: row.app.package,
    ad_slot_id: row.adUnit,
    ad_slot_type: slotTypes[row.format],
    os: row.app.platform,
    region: row.country.toLowerCase(),
    request: row.requests,
    return: row.matchedRequests,
    show: row.impressions,
    click: row.clicks,
    revenue: dollars(row.revenueMicros),
    currency: signed.currency ?? 'cny',
    time_zone: Number(signed.time_zone ?? 8),
  }))
  return { body: { Code: '100', Message: '', Data: { [formatDay(all[0]!.day)]: reported } } }
}
