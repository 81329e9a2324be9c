SELECT period, app, format, impressions, clicks_impressions, status, compared_impressions, compared_clicks_impressions, compared_status
FROM (
SELECT merged.period AS period, merged.app AS app, merged.format AS format, impressions, clicks_impressions, toUInt8(CASE WHEN stored = 1 THEN 2 WHEN coalesce(reports.reported, 0) = 1 THEN 1 ELSE 0 END) AS status, compared_impressions, compared_clicks_impressions, toUInt8(CASE WHEN compared_stored = 1 THEN 2 WHEN coalesce(compared_reports.reported, 0) = 1 THEN 1 ELSE 0 END) AS compared_status
FROM (
WITH current_rows AS (
SELECT toInt32(toInt32(day) - (toInt32(day) + 3) % 7) AS period, app, format, accurateCast(sum(toInt128(impressions)), 'Int64') AS impressions, accurateCast(sumIf(toInt128(impressions), clicks_known > 0), 'Int64') AS clicks_impressions, CASE WHEN count(*) > 0 THEN 1 ELSE 0 END AS stored
FROM (
  SELECT day, account, app, network, format, country, ad_tag, sum(impressions) AS impressions, sum(clicks) AS clicks, sum(installs) AS installs, sum(requests) AS requests, sum(matched_requests) AS matched_requests, sum(revenue_micros) AS revenue_micros, sum(clicks_known) AS clicks_known, sum(installs_known) AS installs_known, sum(requests_known) AS requests_known, sum(matched_requests_known) AS matched_requests_known
  FROM figures
  WHERE account = {p1:UInt32} AND day BETWEEN {p9:Date} AND {p10:Date} AND network = {p4:UInt16} AND since <= {p5:UInt32} AND since NOT IN ({p6:Array(UInt32)})
  GROUP BY day, account, app, network, format, country, ad_tag HAVING sum(sign) > 0
)
GROUP BY period, app, format
), compared_rows AS (
SELECT toInt32(20507 + arrayElement(CAST([0, 7, 7, 7, 7, 7, 7], 'Array(UInt32)'), (toUInt32(day) - (20506)) + 1)) AS period, app, format, accurateCast(sum(toInt128(impressions)), 'Int64') AS impressions, accurateCast(sumIf(toInt128(impressions), clicks_known > 0), 'Int64') AS clicks_impressions, CASE WHEN count(*) > 0 THEN 1 ELSE 0 END AS stored
FROM (
  SELECT day, account, app, network, format, country, ad_tag, sum(impressions) AS impressions, sum(clicks) AS clicks, sum(installs) AS installs, sum(requests) AS requests, sum(matched_requests) AS matched_requests, sum(revenue_micros) AS revenue_micros, sum(clicks_known) AS clicks_known, sum(installs_known) AS installs_known, sum(requests_known) AS requests_known, sum(matched_requests_known) AS matched_requests_known
  FROM figures
  WHERE account = {p1:UInt32} AND day BETWEEN {p11:Date} AND {p12:Date} AND network = {p4:UInt16} AND since <= {p5:UInt32} AND since NOT IN ({p6:Array(UInt32)})
  GROUP BY day, account, app, network, format, country, ad_tag HAVING sum(sign) > 0
)
GROUP BY period, app, format
)
SELECT period, app, format, coalesce(max(CASE WHEN side = 0 THEN impressions END), 0) AS impressions, coalesce(max(CASE WHEN side = 0 THEN clicks_impressions END), 0) AS clicks_impressions, coalesce(max(CASE WHEN side = 0 THEN stored END), 0) AS stored, coalesce(max(CASE WHEN side = 1 THEN impressions END), 0) AS compared_impressions, coalesce(max(CASE WHEN side = 1 THEN clicks_impressions END), 0) AS compared_clicks_impressions, coalesce(max(CASE WHEN side = 1 THEN stored END), 0) AS compared_stored
FROM (
SELECT period, app, format, impressions, clicks_impressions, stored, 0 AS side FROM current_rows
UNION ALL
SELECT period, app, format, impressions, clicks_impressions, stored, 1 AS side FROM compared_rows
UNION ALL
SELECT toInt32(20507 + place) AS period, app, format, 0, 0, 0, 3
FROM (SELECT arrayJoin(CAST([0, 7], 'Array(UInt32)')) AS place) AS places
CROSS JOIN (SELECT DISTINCT app, format FROM (SELECT app, format FROM current_rows UNION ALL SELECT app, format FROM compared_rows)) AS combinations
)
GROUP BY period, app, format
) AS merged
LEFT JOIN (
SELECT toInt32(toInt32(day) - (toInt32(day) + 3) % 7) AS period, app, CASE WHEN sum(sign) > 0 THEN 1 ELSE 0 END AS reported
FROM slices
WHERE account = {p1:UInt32} AND day BETWEEN {p2:Date} AND {p3:Date} AND network = {p4:UInt16} AND since <= {p5:UInt32} AND since NOT IN ({p6:Array(UInt32)})
GROUP BY period, app
HAVING sum(sign) > 0
) AS reports ON reports.period = merged.period AND reports.app = merged.app
LEFT JOIN (
SELECT toInt32(20507 + arrayElement(CAST([0, 7, 7, 7, 7, 7, 7], 'Array(UInt32)'), (toUInt32(day) - (20506)) + 1)) AS period, app, CASE WHEN sum(sign) > 0 THEN 1 ELSE 0 END AS reported
FROM slices
WHERE account = {p1:UInt32} AND day BETWEEN {p7:Date} AND {p8:Date} AND network = {p4:UInt16} AND since <= {p5:UInt32} AND since NOT IN ({p6:Array(UInt32)})
GROUP BY period, app
HAVING sum(sign) > 0
) AS compared_reports ON compared_reports.period = merged.period AND compared_reports.app = merged.app
) AS answer
ORDER BY period, app, [1, 0][format + 1]
-- p1 1
-- p2 2026-03-01
-- p3 2026-03-07
-- p4 2
-- p5 7
-- p6 3,5
-- p7 2026-02-22
-- p8 2026-02-28
-- p9 2026-03-01
-- p10 2026-03-07
-- p11 2026-02-22
-- p12 2026-02-28
