SELECT DISTINCT entry FROM (
  SELECT entry, account, day, old_impressions, old_revenue_micros, CASE WHEN old_impressions IS NOT NULL THEN 0 END AS old_dau, new_impressions, new_revenue_micros, CASE WHEN new_impressions IS NOT NULL THEN 0 END AS new_dau
  FROM changes
  WHERE NOT (account IN ($1, $2)) AND entry IN ($3, $4, $5)
  UNION ALL SELECT entry, account, day, CASE WHEN old_dau IS NOT NULL THEN 0 END AS old_impressions, CASE WHEN old_dau IS NOT NULL THEN 0 END AS old_revenue_micros, old_dau, CASE WHEN new_dau IS NOT NULL THEN 0 END AS new_impressions, CASE WHEN new_dau IS NOT NULL THEN 0 END AS new_revenue_micros, new_dau
  FROM audience_changes
  WHERE NOT (account IN ($1, $2)) AND entry IN ($3, $4, $5)
) AS changed
-- $1 account 1
-- $2 account 2000000000
-- $3 entry 7
-- $4 entry 4
-- $5 entry 2
