SELECT accurateCast(sum(toInt128(impressions)), 'Int64') AS impressions, accurateCast(sum(toInt128(revenue_micros)), 'Int64') AS revenue_micros
FROM slices
WHERE account = {p1:UInt32} AND app IN ({p2:UInt32}, {p3:UInt32}) AND day BETWEEN {p4:Date} AND {p5:Date} AND since <= {p6:UInt32} AND since NOT IN ({p7:UInt32}, {p8:UInt32})
-- p1 1
-- p2 13
-- p3 11
-- p4 2026-03-01
-- p5 2026-03-07
-- p6 7
-- p7 3
-- p8 5

SELECT app, network, accurateCast(sum(toInt128(impressions)), 'Int64') AS impressions, accurateCast(sum(toInt128(revenue_micros)), 'Int64') AS revenue_micros
FROM slices
WHERE account = {p1:UInt32} AND app IN ({p2:UInt32}, {p3:UInt32}) AND day BETWEEN {p4:Date} AND {p5:Date} AND since <= {p6:UInt32} AND since NOT IN ({p7:UInt32}, {p8:UInt32})
GROUP BY app, network
HAVING sum(sign) > 0
ORDER BY indexOf([{p2:UInt32}, {p3:UInt32}], app), [1, 2, 0][network + 1]
-- p1 1
-- p2 13
-- p3 11
-- p4 2026-03-01
-- p5 2026-03-07
-- p6 7
-- p7 3
-- p8 5
