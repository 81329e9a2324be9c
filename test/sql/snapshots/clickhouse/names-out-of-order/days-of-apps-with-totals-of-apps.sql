SELECT app, accurateCast(sum(toInt128(impressions)), 'Int64') AS impressions, accurateCast(sum(toInt128(revenue_micros)), 'Int64') AS revenue_micros
FROM figures
WHERE account = {p1:UInt32} AND day BETWEEN {p2:Date} AND {p3:Date} AND network = {p4:UInt16} AND format IN ({p5:Array(UInt16)}) AND ad_tag = {p6:UInt32} AND since <= {p7:UInt32} AND since NOT IN ({p8:Array(UInt32)})
GROUP BY app
HAVING sum(sign) > 0
-- p1 1
-- p2 2026-03-01
-- p3 2026-03-07
-- p4 0
-- p5 0,1
-- p6 1
-- p7 7
-- p8 3,5

SELECT day, app, accurateCast(sum(toInt128(impressions)), 'Int64') AS impressions, accurateCast(sum(toInt128(revenue_micros)), 'Int64') AS revenue_micros
FROM figures
WHERE account = {p1:UInt32} AND day BETWEEN {p2:Date} AND {p3:Date} AND network = {p4:UInt16} AND format IN ({p5:Array(UInt16)}) AND ad_tag = {p6:UInt32} AND since <= {p7:UInt32} AND since NOT IN ({p8:Array(UInt32)})
GROUP BY day, app
HAVING sum(sign) > 0
ORDER BY day, app
-- p1 1
-- p2 2026-03-01
-- p3 2026-03-07
-- p4 0
-- p5 0,1
-- p6 1
-- p7 7
-- p8 3,5
