SELECT count(*) FROM (
WITH current_rows AS (
SELECT toInt32(toInt32(day) - (toInt32(day) + 3) % 7) AS period, app, format, CASE WHEN sum(sign) > 0 THEN 1 ELSE 0 END AS stored
FROM figures
WHERE account = {p1:UInt32} AND day BETWEEN {p2:Date} AND {p3:Date} AND network = {p4:UInt16} AND since <= {p5:UInt32} AND since NOT IN ({p6:Array(UInt32)})
GROUP BY period, app, format
HAVING sum(sign) > 0
), compared_rows AS (
SELECT toInt32(20507 + arrayElement(CAST([0, 7, 7, 7, 7, 7, 7], 'Array(UInt32)'), (toUInt32(day) - (20506)) + 1)) AS period, app, format, CASE WHEN sum(sign) > 0 THEN 1 ELSE 0 END AS stored
FROM figures
WHERE account = {p1:UInt32} AND day BETWEEN {p7:Date} AND {p8:Date} AND network = {p4:UInt16} AND since <= {p5:UInt32} AND since NOT IN ({p6:Array(UInt32)})
GROUP BY period, app, format
HAVING sum(sign) > 0
)
SELECT period, app, format, coalesce(max(CASE WHEN side = 0 THEN stored END), 0) AS stored, coalesce(max(CASE WHEN side = 1 THEN stored END), 0) AS compared_stored
FROM (
SELECT period, app, format, stored, 0 AS side FROM current_rows
UNION ALL
SELECT period, app, format, stored, 1 AS side FROM compared_rows
UNION ALL
SELECT toInt32(20507 + place) AS period, app, format, 0, 3
FROM (SELECT arrayJoin(CAST([0, 7], 'Array(UInt32)')) AS place) AS places
CROSS JOIN (SELECT DISTINCT app, format FROM (SELECT app, format FROM current_rows UNION ALL SELECT app, format FROM compared_rows)) AS combinations
)
GROUP BY period, app, format
)
-- p1 1
-- p2 2026-03-01
-- p3 2026-03-07
-- p4 2
-- p5 7
-- p6 3,5
-- p7 2026-02-22
-- p8 2026-02-28
