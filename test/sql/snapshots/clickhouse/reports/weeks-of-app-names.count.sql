SELECT count(*) FROM (
SELECT toInt32(toInt32(day) - (toInt32(day) + 3) % 7) AS week, transform(app, CAST([11, 12, 13], 'Array(UInt32)'), CAST([1, 0, 1], 'Array(UInt32)'), toUInt32(0)) AS app_name
FROM slices
WHERE account = {p1:UInt32} AND day BETWEEN {p2:Date} AND {p3:Date} AND since <= {p4:UInt32} AND since NOT IN ({p5:Array(UInt32)}) AND app IN (11, 12, 13)
GROUP BY week, app_name
HAVING sum(sign) > 0
)
-- p1 1
-- p2 2026-03-01
-- p3 2026-03-07
-- p4 7
-- p5 3,5
