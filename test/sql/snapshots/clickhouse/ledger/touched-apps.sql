SELECT DISTINCT account, app FROM (
SELECT account, app FROM slices
WHERE since = {p1:UInt32} AND since <= {p2:UInt32} AND since NOT IN ({p3:Array(UInt32)})
UNION ALL
SELECT account, app FROM changes
WHERE entry = {p4:UInt32} AND entry <= {p5:UInt32} AND entry NOT IN ({p6:Array(UInt32)})
)
-- p1 7
-- p2 7
-- p3 3,5
-- p4 7
-- p5 7
-- p6 3,5
