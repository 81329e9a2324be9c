SELECT DISTINCT entry FROM (
  SELECT entry, account, day, old_impressions, old_revenue_micros, CASE WHEN old_impressions IS NOT NULL THEN 0 END AS old_dau, new_impressions, new_revenue_micros, CASE WHEN new_impressions IS NOT NULL THEN 0 END AS new_dau
  FROM changes
  WHERE NOT (account = $1) AND entry IN ($2, $3, $4)
  UNION ALL SELECT entry, account, day, CASE WHEN old_dau IS NOT NULL THEN 0 END AS old_impressions, CASE WHEN old_dau IS NOT NULL THEN 0 END AS old_revenue_micros, old_dau, CASE WHEN new_dau IS NOT NULL THEN 0 END AS new_impressions, CASE WHEN new_dau IS NOT NULL THEN 0 END AS new_revenue_micros, new_dau
  FROM audience_changes
  WHERE NOT (account = $1) AND entry IN ($2, $3, $4)
) AS changed
-- $1 account 1
-- $2 entry 7
-- $3 entry 4
-- $4 entry 2
