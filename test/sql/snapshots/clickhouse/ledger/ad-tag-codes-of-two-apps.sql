SELECT ad_tag
FROM figures
WHERE account = {p1:UInt32} AND app IN ({p2:Array(UInt32)}) AND since <= {p3:UInt32} AND since NOT IN ({p4:Array(UInt32)})
GROUP BY ad_tag HAVING sum(sign) > 0
ORDER BY ad_tag LIMIT {p5:UInt32}
-- p1 1
-- p2 3,8
-- p3 7
-- p4 3,5
-- p5 1001
