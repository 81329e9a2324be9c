SELECT DISTINCT entry
FROM (
  SELECT entry, account, day, old_impressions, old_revenue_micros, CASE WHEN old_impressions IS NOT NULL THEN 0 END AS old_dau, new_impressions, new_revenue_micros, CASE WHEN new_impressions IS NOT NULL THEN 0 END AS new_dau
  FROM changes
  WHERE account = {p1:UInt32} AND entry <= {p2:UInt32} AND entry NOT IN ({p3:Array(UInt32)})
  UNION ALL SELECT entry, account, day, CASE WHEN old_dau IS NOT NULL THEN 0 END AS old_impressions, CASE WHEN old_dau IS NOT NULL THEN 0 END AS old_revenue_micros, old_dau, CASE WHEN new_dau IS NOT NULL THEN 0 END AS new_impressions, CASE WHEN new_dau IS NOT NULL THEN 0 END AS new_revenue_micros, new_dau
  FROM audience_changes
  WHERE account = {p1:UInt32} AND entry <= {p2:UInt32} AND entry NOT IN ({p3:Array(UInt32)})
) AS changed
ORDER BY entry DESC LIMIT {p4:UInt32}
-- p1 1
-- p2 7
-- p3 3,5
-- p4 51
