SELECT toUInt32(day) AS day_number, max(entry)
FROM changes
WHERE account = {p1:UInt32} AND entry <= {p2:UInt32} AND entry <= {p3:UInt32} AND entry NOT IN ({p4:Array(UInt32)})
GROUP BY day ORDER BY day_number
-- p1 1
-- p2 7
-- p3 7
-- p4 3,5
