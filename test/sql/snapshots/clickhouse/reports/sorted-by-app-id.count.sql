SELECT count(*) FROM (
SELECT app, network
FROM slices
WHERE account = {p1:UInt32} AND day BETWEEN {p2:Date} AND {p3:Date} AND since <= {p4:UInt32} AND since NOT IN ({p5:Array(UInt32)})
GROUP BY app, network
HAVING sum(sign) > 0
)
-- p1 1
-- p2 2026-03-01
-- p3 2026-03-07
-- p4 7
-- p5 3,5
