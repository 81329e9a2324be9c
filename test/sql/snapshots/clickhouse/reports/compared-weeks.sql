SELECT period, network, impressions, revenue_micros, status, compared_impressions, compared_revenue_micros, compared_status
FROM (
SELECT merged.period AS period, merged.network AS network, impressions, revenue_micros, toUInt8(CASE WHEN stored = 1 THEN 2 ELSE 0 END) AS status, compared_impressions, compared_revenue_micros, toUInt8(CASE WHEN compared_stored = 1 THEN 2 ELSE 0 END) AS compared_status
FROM (
SELECT period, network, coalesce(max(CASE WHEN side = 0 THEN impressions END), 0) AS impressions, coalesce(max(CASE WHEN side = 0 THEN revenue_micros END), 0) AS revenue_micros, coalesce(max(CASE WHEN side = 0 THEN stored END), 0) AS stored, coalesce(max(CASE WHEN side = 1 THEN impressions END), 0) AS compared_impressions, coalesce(max(CASE WHEN side = 1 THEN revenue_micros END), 0) AS compared_revenue_micros, coalesce(max(CASE WHEN side = 1 THEN stored END), 0) AS compared_stored
FROM (
SELECT period, network, impressions, revenue_micros, stored, 0 AS side FROM (
SELECT toInt32(day) AS period, network, accurateCast(sum(toInt128(impressions)), 'Int64') AS impressions, accurateCast(sum(toInt128(revenue_micros)), 'Int64') AS revenue_micros, CASE WHEN sum(sign) > 0 THEN 1 ELSE 0 END AS stored
FROM slices
WHERE account = {p1:UInt32} AND day BETWEEN {p2:Date} AND {p3:Date} AND since <= {p4:UInt32} AND since NOT IN ({p5:Array(UInt32)})
GROUP BY period, network
HAVING sum(sign) > 0
)
UNION ALL
SELECT period, network, impressions, revenue_micros, stored, 1 AS side FROM (
SELECT toInt32(20513 + arrayElement(CAST([0, 1, 2, 3, 4, 5, 6], 'Array(UInt32)'), (toUInt32(day) - (20506)) + 1)) AS period, network, accurateCast(sum(toInt128(impressions)), 'Int64') AS impressions, accurateCast(sum(toInt128(revenue_micros)), 'Int64') AS revenue_micros, CASE WHEN sum(sign) > 0 THEN 1 ELSE 0 END AS stored
FROM slices
WHERE account = {p1:UInt32} AND day BETWEEN {p6:Date} AND {p7:Date} AND since <= {p4:UInt32} AND since NOT IN ({p5:Array(UInt32)})
GROUP BY period, network
HAVING sum(sign) > 0
)
)
GROUP BY period, network
) AS merged
) AS answer
ORDER BY period, [1, 2, 0][network + 1]
-- p1 1
-- p2 2026-03-01
-- p3 2026-03-07
-- p4 7
-- p5 3,5
-- p6 2026-02-22
-- p7 2026-02-28
