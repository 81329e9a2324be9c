SELECT account, network, toUInt32(max(day))
FROM (
  SELECT account, day, app, network
  FROM slices
  WHERE day BETWEEN {p1:Date} AND {p2:Date} AND since <= {p3:UInt32} AND since NOT IN ({p4:Array(UInt32)})
  GROUP BY account, day, app, network HAVING sum(sign) > 0
)
GROUP BY account, network
-- p1 2026-03-01
-- p2 2026-03-07
-- p3 7
-- p4 3,5
