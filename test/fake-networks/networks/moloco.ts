import { formatDay, parseDay } from '../../../src/values/day.ts'
import { type Call, type FakeNetwork, Logins, type Reply } from '../fake-network.ts'
import { dollars } from '../truth.ts'

const given = {
  email: 'figures@studio.example',
  password: 'moloco-password',
  platformId: 'STUDIO',
  publisherId: 'STUDIO_GAMES',
}
const api = 'sdkpubapi.moloco.com/api/adcloud/publisher/v1'
const words = { banner: 'BANNER', interstitial: 'INTERSTITIAL', rewarded: 'REWARDED_VIDEO' }
const hourMs = 3_600_000

export default (): FakeNetwork => {
  const logins = new Logins()
  return {
    connector: 'moloco',
    given,
    reports: 'moloco',
    rate: { requests: 60, seconds: 60 },
    routes: [
      {
        stage: 'login',
        method: 'POST',
        address: `${api}/auth/tokens`,
        answer: ({ text, nowMs }) => {
          const asked = JSON.parse(text)
          const isGood =
            asked.email === given.email &&
            asked.password === given.password &&
            asked.workplace_id === given.platformId
          if (!isGood) return { status: 401, body: { message: 'invalid email or password' } }
          return { body: { token: logins.issue(nowMs, hourMs), token_type: 'SIGN_IN' } }
        },
      },
      {
        stage: 'report',
        method: 'POST',
        address: `${api}/sdk/summary`,
        answer: (call) => {
          const token = call.headers.authorization?.replace('Bearer ', '')
          if (logins.isGood(token, call.nowMs)) return summary(call)
          return { status: 401, body: { message: 'token expired' } }
        },
      },
    ],
    says: {
      'slow-down': { status: 429, body: { message: 'too many requests' } },
      'log-in-again': { status: 401, body: { message: 'token expired' } },
      'error-inside': { body: 'upstream error' },
    },
    rowFaults: ['wrong-clock'],
    forgetLogins: () => logins.forget(),
  }
}

/** Zeros and empty lists are left out. */
function summary({ text, rows }: Call): Reply {
  const { publisher_id, date_range, dimensions } = JSON.parse(text)
  const day = parseDay(date_range.start)
  if (publisher_id !== given.publisherId || day === null || date_range.end !== date_range.start) {
    return { status: 400, body: { message: 'invalid request' } }
  }
  const all = rows('moloco', day)
  if (all.length === 0) return { body: {} }
  const utc_date = `${formatDay(all[0]!.day)} 00:00:00 +0000 UTC`
  if (dimensions.length === 1) {
    const impressions = all.reduce((total, row) => total + row.impressions, 0)
    return { body: { rows: [{ utc_date, metric: { impressions: String(impressions) } }] } }
  }
  return {
    body: {
      rows: all.map((row) => ({
        utc_date,
        app: { app_store_id: row.app.package },
        device: { os: row.app.platform.toUpperCase() },
        geo: { country: row.country },
        ad_unit: { ad_unit_id: row.adUnit, inventory_type: words[row.format] },
        metric: {
          revenue: Number(dollars(row.revenueMicros)),
          impressions: String(row.impressions),
          ...(row.clicks > 0 && { clicks: String(row.clicks) }),
          requests: String(row.requests),
        },
      })),
    },
  }
}
