SELECT DISTINCT entry
FROM changes
WHERE account = {p1:UInt32} AND entry < {p2:UInt32} AND entry <= {p3:UInt32} AND entry NOT IN ({p4:Array(UInt32)})
ORDER BY entry DESC LIMIT {p5:UInt32}
-- p1 1
-- p2 6
-- p3 7
-- p4 3,5
-- p5 51
