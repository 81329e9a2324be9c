SELECT count(*) FROM (
SELECT toInt32(toInt32(day) - toDayOfMonth(day) + 1) AS month, transform(app, CAST([11, 12, 13], 'Array(UInt32)'), CAST([1, 1, 0], 'Array(UInt32)'), toUInt32(0)) AS platform
FROM slices
WHERE account = {p1:UInt32} AND app IN ({p2:Array(UInt32)}) AND day BETWEEN {p3:Date} AND {p4:Date} AND since <= {p5:UInt32} AND since NOT IN ({p6:Array(UInt32)}) AND app IN (11, 12, 13)
GROUP BY month, platform
HAVING sum(sign) > 0
)
-- p1 1
-- p2 13,11
-- p3 2026-03-01
-- p4 2026-03-07
-- p5 7
-- p6 3,5
