SELECT last_entry, day_number, app, network, is_there, impressions, revenue_micros
FROM (
  SELECT max(entry) AS last_entry, toUInt32(day) AS day_number, app, network,
    max_by(CASE WHEN new_impressions IS NULL THEN 0 ELSE 1 END, entry) AS is_there,
    max_by(coalesce(new_impressions, 0), entry) AS impressions,
    max_by(coalesce(new_revenue_micros, 0), entry) AS revenue_micros
  FROM changes
  WHERE account = {p2:UInt32} AND entry BETWEEN {p1:UInt32} AND {p3:UInt32} AND day BETWEEN {p4:Date} AND {p5:Date} AND entry <= {p6:UInt32} AND entry NOT IN ({p7:Array(UInt32)})
  GROUP BY day, app, network
)
WHERE true AND is_there = 1
ORDER BY last_entry, day_number, app, network LIMIT {p8:UInt32}
-- p1 0
-- p2 1
-- p3 7
-- p4 2026-03-01
-- p5 2026-03-07
-- p6 7
-- p7 3,5
-- p8 201
