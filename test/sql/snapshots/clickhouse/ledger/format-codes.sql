SELECT format
FROM figures
WHERE account = {p1:UInt32} AND since <= {p2:UInt32} AND since NOT IN ({p3:Array(UInt32)})
GROUP BY format HAVING sum(sign) > 0
ORDER BY format LIMIT {p4:UInt32}
-- p1 1
-- p2 7
-- p3 3,5
-- p4 1001
