SELECT DISTINCT entry
FROM (
  SELECT entry, account, day, old_impressions, old_revenue_micros, CASE WHEN old_impressions IS NOT NULL THEN 0 END AS old_dau, new_impressions, new_revenue_micros, CASE WHEN new_impressions IS NOT NULL THEN 0 END AS new_dau
  FROM changes
  WHERE account = $1 AND app IN ($2, $3) AND entry < $4
  UNION ALL SELECT entry, account, day, CASE WHEN old_dau IS NOT NULL THEN 0 END AS old_impressions, CASE WHEN old_dau IS NOT NULL THEN 0 END AS old_revenue_micros, old_dau, CASE WHEN new_dau IS NOT NULL THEN 0 END AS new_impressions, CASE WHEN new_dau IS NOT NULL THEN 0 END AS new_revenue_micros, new_dau
  FROM audience_changes
  WHERE account = $1 AND app IN ($2, $3) AND entry < $4
) AS changed
ORDER BY entry DESC LIMIT $5
-- $1 account 1
-- $2 app 3
-- $3 app 8
-- $4 entry 6
-- $5 number 51
