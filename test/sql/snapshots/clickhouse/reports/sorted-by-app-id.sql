SELECT app, network, impressions, revenue_micros
FROM (
SELECT app, network, transform(app, CAST([11, 12, 13], 'Array(UInt32)'), CAST([2, 1, 0], 'Array(UInt32)'), toUInt32(0)) AS app_rank, accurateCast(sum(toInt128(impressions)), 'Int64') AS impressions, accurateCast(sum(toInt128(revenue_micros)), 'Int64') AS revenue_micros
FROM slices
WHERE account = {p1:UInt32} AND day BETWEEN {p2:Date} AND {p3:Date} AND since <= {p4:UInt32} AND since NOT IN ({p5:Array(UInt32)}) AND app IN (11, 12, 13)
GROUP BY app, network, app_rank
HAVING sum(sign) > 0
) AS answer
ORDER BY app_rank DESC, [1, 2, 0][network + 1]
-- p1 1
-- p2 2026-03-01
-- p3 2026-03-07
-- p4 7
-- p5 3,5
