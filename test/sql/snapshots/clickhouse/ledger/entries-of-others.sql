SELECT DISTINCT entry
FROM changes
WHERE NOT (account = {p1:UInt32})
  AND entry IN ({p2:Array(UInt32)})
-- p1 1
-- p2 7,4,2
