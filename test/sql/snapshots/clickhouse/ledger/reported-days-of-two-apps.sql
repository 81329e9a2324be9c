SELECT toUInt32(day), network,
  max(most_restatements), max(last_change), array_agg(import_id)
FROM (
  SELECT day, network, import_id, max(restatements) AS most_restatements, max(changed) AS last_change
  FROM (
  SELECT day, app, network, argMax(restatements, since) AS restatements, argMax(changed, since) AS changed, argMax(import_id, since) AS import_id
  FROM slices
  WHERE account = {p1:UInt32} AND app IN ({p2:Array(UInt32)}) AND day BETWEEN {p3:Date} AND {p4:Date} AND since <= {p5:UInt32} AND since NOT IN ({p6:Array(UInt32)})
  GROUP BY day, app, network HAVING sum(sign) > 0
)
  GROUP BY day, network, import_id
)
GROUP BY day, network
-- p1 1
-- p2 3,8
-- p3 2026-03-01
-- p4 2026-03-07
-- p5 7
-- p6 3,5
