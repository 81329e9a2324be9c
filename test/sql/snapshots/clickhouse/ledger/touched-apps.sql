SELECT DISTINCT account, app FROM (
SELECT account, app FROM slices
WHERE since = {p1:UInt32} AND since <= {p2:UInt32} AND since NOT IN ({p3:Array(UInt32)})
UNION ALL
SELECT account, app FROM changes
WHERE entry = {p4:UInt32} AND entry <= {p5:UInt32} AND entry NOT IN ({p6:Array(UInt32)})
UNION ALL
SELECT account, app FROM audience_slices
WHERE since = {p7:UInt32} AND since <= {p8:UInt32} AND since NOT IN ({p9:Array(UInt32)})
UNION ALL
SELECT account, app FROM audience_changes
WHERE entry = {p10:UInt32} AND entry <= {p11:UInt32} AND entry NOT IN ({p12:Array(UInt32)})
)
-- p1 7
-- p2 7
-- p3 3,5
-- p4 7
-- p5 7
-- p6 3,5
-- p7 7
-- p8 7
-- p9 3,5
-- p10 7
-- p11 7
-- p12 3,5
