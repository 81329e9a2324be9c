SELECT accurateCast(sum(toInt128(impressions)), 'Int64') AS impressions, accurateCast(sum(toInt128(clicks)), 'Int64') AS clicks, accurateCast(sum(toInt128(revenue_micros)), 'Int64') AS revenue_micros
FROM figures
WHERE account = {p1:UInt32} AND app IN ({p2:Array(UInt32)}) AND day BETWEEN {p3:Date} AND {p4:Date} AND since <= {p5:UInt32} AND since NOT IN ({p6:Array(UInt32)})
-- p1 1
-- p2 11,12,13
-- p3 2026-03-01
-- p4 2026-03-07
-- p5 7
-- p6 3,5

SELECT day, app, network, format, country, accurateCast(sum(toInt128(impressions)), 'Int64') AS impressions, accurateCast(sum(toInt128(clicks)), 'Int64') AS clicks, accurateCast(sum(toInt128(revenue_micros)), 'Int64') AS revenue_micros
FROM figures
WHERE account = {p1:UInt32} AND app IN ({p2:Array(UInt32)}) AND day BETWEEN {p3:Date} AND {p4:Date} AND since <= {p5:UInt32} AND since NOT IN ({p6:Array(UInt32)})
GROUP BY day, app, network, format, country
HAVING sum(sign) > 0
ORDER BY day, app, [1, 2, 0][network + 1], [1, 0][format + 1], country
-- p1 1
-- p2 11,12,13
-- p3 2026-03-01
-- p4 2026-03-07
-- p5 7
-- p6 3,5
