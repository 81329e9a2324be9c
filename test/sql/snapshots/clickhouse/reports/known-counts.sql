SELECT network, accurateCast(sum(toInt128(clicks)), 'Int64') AS clicks, sum(clicks_known) AS clicks_rows, accurateCast(sumIf(toInt128(impressions), clicks_known > 0), 'Int64') AS clicks_impressions, accurateCast(sumIf(toInt128(requests), requests_known > 0 AND matched_requests_known > 0), 'Int64') AS fillable_requests, accurateCast(sumIf(toInt128(matched_requests), requests_known > 0 AND matched_requests_known > 0), 'Int64') AS filled_requests, toInt64(countIf(requests_known > 0 AND matched_requests_known > 0)) AS fill_rows
FROM (
  SELECT day, account, app, network, format, country, ad_tag, sum(impressions) AS impressions, sum(clicks) AS clicks, sum(installs) AS installs, sum(requests) AS requests, sum(matched_requests) AS matched_requests, sum(revenue_micros) AS revenue_micros, sum(clicks_known) AS clicks_known, sum(installs_known) AS installs_known, sum(requests_known) AS requests_known, sum(matched_requests_known) AS matched_requests_known
  FROM figures
  WHERE account = {p1:UInt32} AND day BETWEEN {p2:Date} AND {p3:Date} AND since <= {p4:UInt32} AND since NOT IN ({p5:Array(UInt32)})
  GROUP BY day, account, app, network, format, country, ad_tag HAVING sum(sign) > 0
)
GROUP BY network
ORDER BY [1, 2, 0][network + 1]
-- p1 1
-- p2 2026-03-01
-- p3 2026-03-07
-- p4 7
-- p5 3,5
