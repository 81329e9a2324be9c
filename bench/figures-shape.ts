import { addDays, type Day, dayOf, formatDay, parseDay } from '../src/values/day.ts'

/** The first day that has figures. */
export const firstDay = parseDay('2025-01-01')!
export const dayCount = 365
/** Rows of one app and day: one for each of 14 networks and 10 countries. */
export const rowsPerAppDay = 140

const networks = [
  ...['admob', 'applovin', 'chartboost', 'digitalturbine', 'facebook', 'inmobi', 'ironsource'],
  ...['mintegral', 'ownnet', 'pangle', 'tapjoy', 'unityads', 'verve', 'vungle'],
]
const formats = ['banner', 'interstitial', 'native', 'rewarded']
const countries = [
  ...['US', 'DE', 'GB', 'FR', 'JP', 'BR', 'IN', 'CA', 'AU', 'IT', 'ES', 'MX', 'KR', 'NL', 'SE'],
  ...['PL', 'TR', 'ID', 'TW', 'CH', 'AT', 'BE', 'DK', 'NO', 'FI', 'AR', 'CL', 'TH', 'VN', 'ZA'],
]

/** Of a year of figures. */
export interface Size {
  readonly appCount: number
  readonly rowCount: number
}

/** The apps that have about this many rows in the year, at least one, and their rows. */
export function sizeFor(wantedRows: number): Size {
  const rowsPerApp = dayCount * rowsPerAppDay
  const appCount = Math.max(Math.round(wantedRows / rowsPerApp), 1)
  return { appCount, rowCount: appCount * rowsPerApp }
}

/** The account that has all apps, its key, and the password of its user. */
export const username = 'bench'
export const key = 'bench-key-of-the-account'
export const password = 'a password for the bench'
export const appIdOf = (app: number) => `bench-app-${app}`

/** The apps as CSV in Adtally's own format. */
export function appsCsv(appCount: number): string {
  const rows = Array.from(
    { length: appCount },
    (_, app) => `${appIdOf(app)},${username},Bench app ${app},ios\n`,
  )
  return `app_id,publisher,app_name,platform\n${rows.join('')}`
}

/** The months of the year. */
export const months = Array.from({ length: 12 }, (_, month) => {
  const from = dayOf(Date.UTC(2025, month, 1))
  return { from, days: dayOf(Date.UTC(2025, month + 1, 1)) - from }
})

/**
 * A DuckDB query that generates rows of some days in Adtally's own format, sorted by day.
 *
 * Every app has every network every day, in ten countries of its own. A network shows one format
 * in each app. One network in seven reports no clicks. The figures are reproducible noise.
 */
export function figuresQuery(appCount: number, from: Day, days: number): string {
  const list = (values: readonly string[]) => `[${values.map((value) => `'${value}'`).join(', ')}]`
  const pick = (values: readonly string[], index: string) =>
    `${list(values)}[1 + (${index}) % ${values.length}]`
  return `
    SELECT DATE '${formatDay(from)}' + CAST(d AS INTEGER) AS date, 'bench-app-' || a AS app_id,
      ${pick(networks, 'n')} AS network, ${pick(formats, 'n + a')} AS format,
      ${pick(countries, 'a * 7 + c')} AS country, impressions,
      CASE WHEN n % 7 <> 3 THEN impressions // (20 + noise % 60) END AS clicks,
      CASE WHEN n % 7 <> 3 THEN impressions // (900 + noise % 900) END AS installs,
      CAST(impressions * (noise % 9000) / 1000000 AS DECIMAL(18, 6)) AS revenue
    FROM (
      SELECT *, CAST(noise // 65536 % 6000 // (1 + c) AS BIGINT) AS impressions
      FROM (
        SELECT d, a, n, c,
          CAST(hash(d + ${from}, a, n, c) % 1000000007 AS BIGINT) AS noise
        FROM range(${days}) AS days(d), range(${appCount}) AS apps(a),
          range(${networks.length}) AS networks(n), range(10) AS countries(c)
      )
    )
    ORDER BY d, a, n, c`
}

/** The first day after the data set; imports of new days begin there. */
export const firstNewDay = addDays(firstDay, dayCount)
