SELECT toUInt32(day) AS day_number, max(entry)
FROM changes
WHERE account = {p1:UInt32} AND entry BETWEEN {p2:UInt32} AND {p3:UInt32} AND entry <= {p4:UInt32} AND entry NOT IN ({p5:Array(UInt32)})
GROUP BY day ORDER BY day_number
-- p1 1
-- p2 3
-- p3 7
-- p4 7
-- p5 3,5
