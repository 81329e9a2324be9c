SELECT count(*) FROM (
SELECT ad_tag
FROM figures
WHERE account = {p1:UInt32} AND day BETWEEN {p2:Date} AND {p3:Date} AND country NOT IN ({p4:Array(UInt16)}) AND since <= {p5:UInt32} AND since NOT IN ({p6:Array(UInt32)})
GROUP BY ad_tag
HAVING sum(sign) > 0
)
-- p1 1
-- p2 2026-03-01
-- p3 2026-03-07
-- p4 538,82
-- p5 7
-- p6 3,5
