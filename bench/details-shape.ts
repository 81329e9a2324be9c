import { type Day, formatDay } from '../src/values/day.ts'

/** Rows of one app and day: two ad units with twelve rungs each, in ten countries, with and without consent. */
export const detailsPerAppDay = 2 * 12 * 10 * 2

/** A DuckDB query that generates details of some days in Adtally's own format, by day. The figures are noise. */
export const detailsQuery = (appCount: number, from: Day, days: number): string => `
  SELECT DATE '${formatDay(from)}' + CAST(d AS INTEGER) AS date, 'bench-app-' || a AS app_id, 'max' AS source,
    ['admob', 'mintegral', 'pangle', 'vungle'][1 + r % 4] AS network, 'rewarded' AS format,
    ['US', 'DE', 'GB', 'FR', 'JP', 'BR', 'IN', 'CA', 'AU', 'IT'][1 + c] AS country,
    'unit-' || a || '-' || u AS ad_tag, 'Rung ' || u || ' ' || r AS rung, CAST(20 - r AS VARCHAR) AS floor,
    ['yes', 'no'][1 + consent] AS consent, impressions, impressions // 30 AS clicks,
    impressions * (2 + r) AS attempts, impressions + r AS responses,
    CAST(impressions * (noise % 9000) / 1000000 AS DECIMAL(18, 6)) AS revenue
  FROM (
    SELECT *, CAST(noise // 65536 % 900 AS BIGINT) AS impressions
    FROM (
      SELECT d, a, u, r, c, consent, CAST(hash(d + ${from}, a, u, r, c, consent) % 1000000007 AS BIGINT) AS noise
      FROM range(${days}) AS days(d), range(${appCount}) AS apps(a), range(2) AS units(u), range(12) AS rungs(r),
        range(10) AS countries(c), range(2) AS consents(consent)
    )
  )
  ORDER BY d, a, u, r, c, consent`
