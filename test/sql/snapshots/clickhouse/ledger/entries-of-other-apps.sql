SELECT DISTINCT entry
FROM changes
WHERE NOT (account = {p1:UInt32} AND app IN ({p2:Array(UInt32)}))
  AND entry IN ({p3:Array(UInt32)})
-- p1 1
-- p2 3,8
-- p3 7,4
