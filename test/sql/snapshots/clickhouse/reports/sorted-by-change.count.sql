SELECT count(*) FROM (
SELECT country, coalesce(max(CASE WHEN side = 0 THEN stored END), 0) AS stored, coalesce(max(CASE WHEN side = 1 THEN stored END), 0) AS compared_stored
FROM (
SELECT country, stored, 0 AS side FROM (
SELECT country, CASE WHEN sum(sign) > 0 THEN 1 ELSE 0 END AS stored
FROM figures
WHERE account = {p1:UInt32} AND day BETWEEN {p2:Date} AND {p3:Date} AND since <= {p4:UInt32} AND since NOT IN ({p5:Array(UInt32)})
GROUP BY country
HAVING sum(sign) > 0
)
UNION ALL
SELECT country, stored, 1 AS side FROM (
SELECT country, CASE WHEN sum(sign) > 0 THEN 1 ELSE 0 END AS stored
FROM figures
WHERE account = {p1:UInt32} AND day BETWEEN {p6:Date} AND {p7:Date} AND since <= {p4:UInt32} AND since NOT IN ({p5:Array(UInt32)})
GROUP BY country
HAVING sum(sign) > 0
)
)
GROUP BY country
)
-- p1 1
-- p2 2026-03-01
-- p3 2026-03-07
-- p4 7
-- p5 3,5
-- p6 2026-02-22
-- p7 2026-02-28
