SELECT country, impressions, clicks, revenue_micros, clicks_rows, clicks_impressions
FROM (
SELECT country, accurateCast(sum(toInt128(impressions)), 'Int64') AS impressions, accurateCast(sum(toInt128(clicks)), 'Int64') AS clicks, accurateCast(sum(toInt128(revenue_micros)), 'Int64') AS revenue_micros, sum(clicks_known) AS clicks_rows, accurateCast(sumIf(toInt128(impressions), clicks_known > 0), 'Int64') AS clicks_impressions
FROM (
  SELECT day, account, app, network, format, country, ad_tag, sum(impressions) AS impressions, sum(clicks) AS clicks, sum(installs) AS installs, sum(requests) AS requests, sum(matched_requests) AS matched_requests, sum(revenue_micros) AS revenue_micros, sum(clicks_known) AS clicks_known, sum(installs_known) AS installs_known, sum(requests_known) AS requests_known, sum(matched_requests_known) AS matched_requests_known
  FROM figures
  WHERE account = {p1:UInt32} AND day BETWEEN {p2:Date} AND {p3:Date} AND since <= {p4:UInt32} AND since NOT IN ({p5:Array(UInt32)})
  GROUP BY day, account, app, network, format, country, ad_tag HAVING sum(sign) > 0
)
GROUP BY country
) AS answer
ORDER BY CASE WHEN toInt128(impressions) = 0 THEN 0 ELSE CASE WHEN revenue_micros < 0 THEN -(intDivOrZero(-2 * toInt128(revenue_micros) * 10 + toInt128(impressions), 2 * toInt128(impressions))) ELSE intDivOrZero(2 * toInt128(revenue_micros) * 10 + toInt128(impressions), 2 * toInt128(impressions)) END END DESC NULLS LAST, CASE WHEN clicks_rows = 0 THEN NULL ELSE CASE WHEN toInt128(clicks_impressions) = 0 THEN 0 ELSE CASE WHEN clicks < 0 THEN -(intDivOrZero(-2 * toInt128(clicks) * 1000000 + toInt128(clicks_impressions), 2 * toInt128(clicks_impressions))) ELSE intDivOrZero(2 * toInt128(clicks) * 1000000 + toInt128(clicks_impressions), 2 * toInt128(clicks_impressions)) END END END NULLS LAST, country
LIMIT 10 OFFSET 20
-- p1 1
-- p2 2026-03-01
-- p3 2026-03-07
-- p4 7
-- p5 3,5
