SELECT count(*) FROM (
SELECT period, network, coalesce(max(CASE WHEN side = 0 THEN stored END), 0) AS stored, coalesce(max(CASE WHEN side = 1 THEN stored END), 0) AS compared_stored
FROM (
SELECT period, network, stored, 0 AS side FROM (
SELECT toInt32(day) AS period, network, CASE WHEN sum(sign) > 0 THEN 1 ELSE 0 END AS stored
FROM slices
WHERE account = {p1:UInt32} AND day BETWEEN {p2:Date} AND {p3:Date} AND since <= {p4:UInt32} AND since NOT IN ({p5:Array(UInt32)})
GROUP BY period, network
HAVING sum(sign) > 0
)
UNION ALL
SELECT period, network, stored, 1 AS side FROM (
SELECT toInt32(20513 + arrayElement(CAST([0, 1, 2, 3, 4, 5, 6], 'Array(UInt32)'), (toUInt32(day) - (20506)) + 1)) AS period, network, CASE WHEN sum(sign) > 0 THEN 1 ELSE 0 END AS stored
FROM slices
WHERE account = {p1:UInt32} AND day BETWEEN {p6:Date} AND {p7:Date} AND since <= {p4:UInt32} AND since NOT IN ({p5:Array(UInt32)})
GROUP BY period, network
HAVING sum(sign) > 0
)
)
GROUP BY period, network
)
-- p1 1
-- p2 2026-03-01
-- p3 2026-03-07
-- p4 7
-- p5 3,5
-- p6 2026-02-22
-- p7 2026-02-28
