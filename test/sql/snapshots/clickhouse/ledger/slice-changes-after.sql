SELECT entry, toUInt32(day), app, network,
  old_impressions, coalesce(old_clicks, 0), coalesce(old_installs, 0), old_revenue_micros,
  new_impressions, coalesce(new_clicks, 0), coalesce(new_installs, 0), new_revenue_micros
FROM changes
WHERE account = {p1:UInt32} AND entry >= {p2:UInt32} AND (entry, toUInt32(day), app, network) > ({p2:UInt32}, {p3:UInt32}, {p4:UInt32}, {p5:UInt16}) AND entry <= {p6:UInt32} AND entry NOT IN ({p7:Array(UInt32)})
ORDER BY entry, day, app, network LIMIT {p8:UInt32}
-- p1 1
-- p2 4
-- p3 20513
-- p4 11
-- p5 2
-- p6 7
-- p7 3,5
-- p8 201
