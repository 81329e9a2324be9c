SELECT toUInt32(day), network,
  max(most_restatements), max(last_change), array_agg(import_id)
FROM (
  SELECT day, network, import_id, max(restatements) AS most_restatements, max(changed) AS last_change
  FROM (
  SELECT day, app, network, argMax(restatements, since) AS restatements, argMax(changed, since) AS changed, argMax(import_id, since) AS import_id
  FROM slices
  WHERE account = {p1:UInt32} AND day BETWEEN {p2:Date} AND {p3:Date} AND since <= {p4:UInt32} AND since NOT IN ({p5:Array(UInt32)})
  GROUP BY day, app, network HAVING sum(sign) > 0
)
  GROUP BY day, network, import_id
)
GROUP BY day, network
-- p1 1
-- p2 2026-03-01
-- p3 2026-03-07
-- p4 7
-- p5 3,5
