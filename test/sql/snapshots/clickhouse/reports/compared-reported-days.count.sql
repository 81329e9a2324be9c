SELECT count(*) FROM (
SELECT period, network, country, coalesce(max(CASE WHEN side = 0 THEN stored END), 0) AS stored, coalesce(max(CASE WHEN side = 1 THEN stored END), 0) AS compared_stored, coalesce(max(CASE WHEN side = 2 THEN stored END), 0) AS comparable_stored
FROM (
SELECT period, network, country, stored, 0 AS side FROM (
SELECT toInt32(toInt32(day) - (toInt32(day) + 3) % 7) AS period, network, country, CASE WHEN sum(sign) > 0 THEN 1 ELSE 0 END AS stored
FROM figures
WHERE account = {p1:UInt32} AND day BETWEEN {p2:Date} AND {p3:Date} AND since <= {p4:UInt32} AND since NOT IN ({p5:Array(UInt32)})
GROUP BY period, network, country
HAVING sum(sign) > 0
)
UNION ALL
SELECT period, network, country, stored, 1 AS side FROM (
SELECT toInt32(20507 + arrayElement(CAST([0, 7, 7, 7, 7, 7, 7], 'Array(UInt32)'), (toUInt32(day) - (20506)) + 1)) AS period, network, country, CASE WHEN sum(sign) > 0 THEN 1 ELSE 0 END AS stored
FROM figures
WHERE account = {p1:UInt32} AND day BETWEEN {p6:Date} AND {p7:Date} AND since <= {p4:UInt32} AND since NOT IN ({p5:Array(UInt32)}) AND arrayElement(CAST([0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0], 'Array(UInt32)'), (arrayElement(CAST([0, 0, 7], 'Array(UInt32)'), (network) + 1) + (toUInt32(day) - (20506))) + 1) = 1
GROUP BY period, network, country
HAVING sum(sign) > 0
)
UNION ALL
SELECT period, network, country, stored, 2 AS side FROM (
SELECT toInt32(toInt32(day) - (toInt32(day) + 3) % 7) AS period, network, country, CASE WHEN sum(sign) > 0 THEN 1 ELSE 0 END AS stored
FROM figures
WHERE account = {p1:UInt32} AND day BETWEEN {p8:Date} AND {p9:Date} AND since <= {p4:UInt32} AND since NOT IN ({p5:Array(UInt32)}) AND arrayElement(CAST([0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0], 'Array(UInt32)'), (arrayElement(CAST([0, 0, 7], 'Array(UInt32)'), (network) + 1) + (toUInt32(day) - (20513))) + 1) = 1
GROUP BY period, network, country
HAVING sum(sign) > 0
)
)
GROUP BY period, network, country
)
-- p1 1
-- p2 2026-03-01
-- p3 2026-03-07
-- p4 7
-- p5 3,5
-- p6 2026-02-22
-- p7 2026-02-28
-- p8 2026-03-01
-- p9 2026-03-07
