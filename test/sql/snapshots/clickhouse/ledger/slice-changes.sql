SELECT entry, toUInt32(day), app, network,
  old_impressions, coalesce(old_clicks, 0), coalesce(old_installs, 0), old_revenue_micros,
  new_impressions, coalesce(new_clicks, 0), coalesce(new_installs, 0), new_revenue_micros
FROM changes
WHERE account = {p1:UInt32} AND entry <= {p2:UInt32} AND entry NOT IN ({p3:Array(UInt32)})
ORDER BY entry, day, app, network LIMIT {p4:UInt32}
-- p1 1
-- p2 7
-- p3 3,5
-- p4 201
