SELECT period, impressions, revenue_micros, status
FROM (
SELECT merged.period AS period, impressions, revenue_micros, toUInt8(CASE WHEN stored = 1 THEN 2 ELSE 0 END) AS status
FROM (
SELECT period, coalesce(max(CASE WHEN side = 0 THEN impressions END), 0) AS impressions, coalesce(max(CASE WHEN side = 0 THEN revenue_micros END), 0) AS revenue_micros, coalesce(max(CASE WHEN side = 0 THEN stored END), 0) AS stored
FROM (
SELECT period, impressions, revenue_micros, stored, 0 AS side FROM (
SELECT toInt32(day) AS period, accurateCast(sum(toInt128(impressions)), 'Int64') AS impressions, accurateCast(sum(toInt128(revenue_micros)), 'Int64') AS revenue_micros, CASE WHEN sum(sign) > 0 THEN 1 ELSE 0 END AS stored
FROM slices
WHERE account = {p1:UInt32} AND day BETWEEN {p2:Date} AND {p3:Date} AND since <= {p4:UInt32} AND since NOT IN ({p5:Array(UInt32)})
GROUP BY period
HAVING sum(sign) > 0
)
UNION ALL
SELECT toInt32(20513 + place) AS period, 0, 0, 0, 3
FROM (SELECT arrayJoin(CAST([0, 1, 2, 3, 4, 5, 6], 'Array(UInt32)')) AS place) AS places
)
GROUP BY period
) AS merged
) AS answer
ORDER BY period
-- p1 1
-- p2 2026-03-01
-- p3 2026-03-07
-- p4 7
-- p5 3,5
