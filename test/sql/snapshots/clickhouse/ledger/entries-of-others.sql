SELECT DISTINCT entry FROM (
  SELECT entry, account, day, old_impressions, old_revenue_micros, CASE WHEN old_impressions IS NOT NULL THEN 0 END AS old_dau, new_impressions, new_revenue_micros, CASE WHEN new_impressions IS NOT NULL THEN 0 END AS new_dau
  FROM changes
  WHERE NOT (account IN ({p1:Array(UInt32)})) AND entry IN ({p2:Array(UInt32)})
  UNION ALL SELECT entry, account, day, CASE WHEN old_dau IS NOT NULL THEN 0 END AS old_impressions, CASE WHEN old_dau IS NOT NULL THEN 0 END AS old_revenue_micros, old_dau, CASE WHEN new_dau IS NOT NULL THEN 0 END AS new_impressions, CASE WHEN new_dau IS NOT NULL THEN 0 END AS new_revenue_micros, new_dau
  FROM audience_changes
  WHERE NOT (account IN ({p1:Array(UInt32)})) AND entry IN ({p2:Array(UInt32)})
) AS changed
-- p1 1,2000000000
-- p2 7,4,2
