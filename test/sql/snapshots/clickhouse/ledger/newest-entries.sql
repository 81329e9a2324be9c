SELECT DISTINCT entry
FROM changes
WHERE account = {p1:UInt32} AND entry <= {p2:UInt32} AND entry NOT IN ({p3:Array(UInt32)})
ORDER BY entry DESC LIMIT {p4:UInt32}
-- p1 1
-- p2 7
-- p3 3,5
-- p4 51
