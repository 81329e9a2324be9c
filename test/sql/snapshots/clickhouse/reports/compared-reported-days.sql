SELECT period, network, country, impressions, revenue_micros, status, compared_impressions, compared_revenue_micros, compared_status, comparable_impressions, comparable_revenue_micros, comparable_status
FROM (
SELECT merged.period AS period, merged.network AS network, merged.country AS country, impressions, revenue_micros, toUInt8(CASE WHEN stored = 1 THEN 2 WHEN coalesce(reports.reported, 0) = 1 THEN 1 ELSE 0 END) AS status, compared_impressions, compared_revenue_micros, toUInt8(CASE WHEN compared_stored = 1 THEN 2 WHEN arrayElement(CAST([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 'Array(UInt32)'), (arrayElement(CAST([0, 0, 13], 'Array(UInt32)'), (merged.network) + 1) + (toUInt32(merged.period) - (20507))) + 1) = 1 THEN 1 ELSE 0 END) AS compared_status, comparable_impressions, comparable_revenue_micros, toUInt8(CASE WHEN comparable_stored = 1 THEN 2 WHEN arrayElement(CAST([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 'Array(UInt32)'), (arrayElement(CAST([0, 0, 13], 'Array(UInt32)'), (merged.network) + 1) + (toUInt32(merged.period) - (20507))) + 1) = 1 THEN 1 ELSE 0 END) AS comparable_status
FROM (
SELECT period, network, country, coalesce(max(CASE WHEN side = 0 THEN impressions END), 0) AS impressions, coalesce(max(CASE WHEN side = 0 THEN revenue_micros END), 0) AS revenue_micros, coalesce(max(CASE WHEN side = 0 THEN stored END), 0) AS stored, coalesce(max(CASE WHEN side = 1 THEN impressions END), 0) AS compared_impressions, coalesce(max(CASE WHEN side = 1 THEN revenue_micros END), 0) AS compared_revenue_micros, coalesce(max(CASE WHEN side = 1 THEN stored END), 0) AS compared_stored, coalesce(max(CASE WHEN side = 2 THEN impressions END), 0) AS comparable_impressions, coalesce(max(CASE WHEN side = 2 THEN revenue_micros END), 0) AS comparable_revenue_micros, coalesce(max(CASE WHEN side = 2 THEN stored END), 0) AS comparable_stored
FROM (
SELECT period, network, country, impressions, revenue_micros, stored, 0 AS side FROM (
SELECT toInt32(toInt32(day) - (toInt32(day) + 3) % 7) AS period, network, country, accurateCast(sum(toInt128(impressions)), 'Int64') AS impressions, accurateCast(sum(toInt128(revenue_micros)), 'Int64') AS revenue_micros, CASE WHEN sum(sign) > 0 THEN 1 ELSE 0 END AS stored
FROM figures
WHERE account = {p1:UInt32} AND day BETWEEN {p6:Date} AND {p7:Date} AND since <= {p4:UInt32} AND since NOT IN ({p5:Array(UInt32)})
GROUP BY period, network, country
HAVING sum(sign) > 0
)
UNION ALL
SELECT period, network, country, impressions, revenue_micros, stored, 1 AS side FROM (
SELECT toInt32(20507 + arrayElement(CAST([0, 7, 7, 7, 7, 7, 7], 'Array(UInt32)'), (toUInt32(day) - (20506)) + 1)) AS period, network, country, accurateCast(sum(toInt128(impressions)), 'Int64') AS impressions, accurateCast(sum(toInt128(revenue_micros)), 'Int64') AS revenue_micros, CASE WHEN sum(sign) > 0 THEN 1 ELSE 0 END AS stored
FROM figures
WHERE account = {p1:UInt32} AND day BETWEEN {p8:Date} AND {p9:Date} AND since <= {p4:UInt32} AND since NOT IN ({p5:Array(UInt32)}) AND arrayElement(CAST([0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0], 'Array(UInt32)'), (arrayElement(CAST([0, 0, 7], 'Array(UInt32)'), (network) + 1) + (toUInt32(day) - (20506))) + 1) = 1
GROUP BY period, network, country
HAVING sum(sign) > 0
)
UNION ALL
SELECT period, network, country, impressions, revenue_micros, stored, 2 AS side FROM (
SELECT toInt32(toInt32(day) - (toInt32(day) + 3) % 7) AS period, network, country, accurateCast(sum(toInt128(impressions)), 'Int64') AS impressions, accurateCast(sum(toInt128(revenue_micros)), 'Int64') AS revenue_micros, CASE WHEN sum(sign) > 0 THEN 1 ELSE 0 END AS stored
FROM figures
WHERE account = {p1:UInt32} AND day BETWEEN {p10:Date} AND {p11:Date} AND since <= {p4:UInt32} AND since NOT IN ({p5:Array(UInt32)}) AND arrayElement(CAST([0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0], 'Array(UInt32)'), (arrayElement(CAST([0, 0, 7], 'Array(UInt32)'), (network) + 1) + (toUInt32(day) - (20513))) + 1) = 1
GROUP BY period, network, country
HAVING sum(sign) > 0
)
)
GROUP BY period, network, country
) AS merged
LEFT JOIN (
SELECT toInt32(toInt32(day) - (toInt32(day) + 3) % 7) AS period, network, CASE WHEN sum(sign) > 0 THEN 1 ELSE 0 END AS reported
FROM slices
WHERE account = {p1:UInt32} AND day BETWEEN {p2:Date} AND {p3:Date} AND since <= {p4:UInt32} AND since NOT IN ({p5:Array(UInt32)})
GROUP BY period, network
HAVING sum(sign) > 0
) AS reports ON reports.period = merged.period AND reports.network = merged.network
) AS answer
ORDER BY period, [1, 2, 0][network + 1], country
-- p1 1
-- p2 2026-03-01
-- p3 2026-03-07
-- p4 7
-- p5 3,5
-- p6 2026-03-01
-- p7 2026-03-07
-- p8 2026-02-22
-- p9 2026-02-28
-- p10 2026-03-01
-- p11 2026-03-07
