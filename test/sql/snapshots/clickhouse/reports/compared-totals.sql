SELECT impressions, revenue_micros, status, compared_impressions, compared_revenue_micros, compared_status
FROM (
SELECT impressions, revenue_micros, toUInt8(CASE WHEN stored = 1 THEN 2 WHEN coalesce(reports.reported, 0) = 1 THEN 1 ELSE 0 END) AS status, compared_impressions, compared_revenue_micros, toUInt8(CASE WHEN compared_stored = 1 THEN 2 WHEN coalesce(compared_reports.reported, 0) = 1 THEN 1 ELSE 0 END) AS compared_status
FROM (
SELECT coalesce(max(CASE WHEN side = 0 THEN impressions END), 0) AS impressions, coalesce(max(CASE WHEN side = 0 THEN revenue_micros END), 0) AS revenue_micros, coalesce(max(CASE WHEN side = 0 THEN stored END), 0) AS stored, coalesce(max(CASE WHEN side = 1 THEN impressions END), 0) AS compared_impressions, coalesce(max(CASE WHEN side = 1 THEN revenue_micros END), 0) AS compared_revenue_micros, coalesce(max(CASE WHEN side = 1 THEN stored END), 0) AS compared_stored
FROM (
SELECT impressions, revenue_micros, stored, 0 AS side FROM (
SELECT accurateCast(sum(toInt128(impressions)), 'Int64') AS impressions, accurateCast(sum(toInt128(revenue_micros)), 'Int64') AS revenue_micros, CASE WHEN sum(sign) > 0 THEN 1 ELSE 0 END AS stored
FROM figures
WHERE account = {p1:UInt32} AND day BETWEEN {p9:Date} AND {p10:Date} AND country = {p4:UInt16} AND since <= {p5:UInt32} AND since NOT IN ({p6:Array(UInt32)})
)
UNION ALL
SELECT impressions, revenue_micros, stored, 1 AS side FROM (
SELECT accurateCast(sum(toInt128(impressions)), 'Int64') AS impressions, accurateCast(sum(toInt128(revenue_micros)), 'Int64') AS revenue_micros, CASE WHEN sum(sign) > 0 THEN 1 ELSE 0 END AS stored
FROM figures
WHERE account = {p1:UInt32} AND day BETWEEN {p11:Date} AND {p12:Date} AND country = {p4:UInt16} AND since <= {p5:UInt32} AND since NOT IN ({p6:Array(UInt32)})
)
)
) AS merged
CROSS JOIN (
SELECT CASE WHEN sum(sign) > 0 THEN 1 ELSE 0 END AS reported
FROM slices
WHERE account = {p1:UInt32} AND day BETWEEN {p2:Date} AND {p3:Date} AND since <= {p5:UInt32} AND since NOT IN ({p6:Array(UInt32)})
) AS reports
CROSS JOIN (
SELECT CASE WHEN sum(sign) > 0 THEN 1 ELSE 0 END AS reported
FROM slices
WHERE account = {p1:UInt32} AND day BETWEEN {p7:Date} AND {p8:Date} AND since <= {p5:UInt32} AND since NOT IN ({p6:Array(UInt32)})
) AS compared_reports
) AS answer
-- p1 1
-- p2 2026-03-01
-- p3 2026-03-07
-- p4 538
-- p5 7
-- p6 3,5
-- p7 2026-02-22
-- p8 2026-02-28
-- p9 2026-03-01
-- p10 2026-03-07
-- p11 2026-02-22
-- p12 2026-02-28
