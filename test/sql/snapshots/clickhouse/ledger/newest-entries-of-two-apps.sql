SELECT DISTINCT entry
FROM changes
WHERE account = {p1:UInt32} AND app IN ({p2:Array(UInt32)}) AND entry < {p3:UInt32} AND entry <= {p4:UInt32} AND entry NOT IN ({p5:Array(UInt32)})
ORDER BY entry DESC LIMIT {p6:UInt32}
-- p1 1
-- p2 3,8
-- p3 6
-- p4 7
-- p5 3,5
-- p6 51
