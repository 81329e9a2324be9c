SELECT app, accurateCast(sum(toInt128(impressions)), 'Int64') AS impressions, accurateCast(sum(toInt128(revenue_micros)), 'Int64') AS revenue_micros
FROM figures
WHERE account = {p1:UInt32} AND day BETWEEN {p2:Date} AND {p3:Date} AND country IN ({p4:UInt16}, {p5:UInt16}) AND since <= {p6:UInt32} AND since NOT IN ({p7:UInt32}, {p8:UInt32})
GROUP BY app
HAVING sum(sign) > 0
-- p1 1
-- p2 2026-03-01
-- p3 2026-03-07
-- p4 82
-- p5 538
-- p6 7
-- p7 3
-- p8 5
