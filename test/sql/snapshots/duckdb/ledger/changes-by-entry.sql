SELECT entry,
  count(*) FILTER (WHERE old_impressions IS NULL),
  count(*) FILTER (WHERE old_impressions IS NOT NULL AND new_impressions IS NOT NULL),
  count(*) FILTER (WHERE new_impressions IS NULL),
  min(day) - DATE '1970-01-01', max(day) - DATE '1970-01-01',
  sum(coalesce(new_impressions, 0)) - sum(coalesce(old_impressions, 0)), sum(coalesce(new_revenue_micros, 0)) - sum(coalesce(old_revenue_micros, 0)), sum(coalesce(new_dau, 0)) - sum(coalesce(old_dau, 0))
FROM (
  SELECT entry, account, day, old_impressions, old_revenue_micros, CASE WHEN old_impressions IS NOT NULL THEN 0 END AS old_dau, new_impressions, new_revenue_micros, CASE WHEN new_impressions IS NOT NULL THEN 0 END AS new_dau
  FROM changes
  WHERE account = $1 AND entry BETWEEN $2 AND $3
  UNION ALL SELECT entry, account, day, CASE WHEN old_dau IS NOT NULL THEN 0 END AS old_impressions, CASE WHEN old_dau IS NOT NULL THEN 0 END AS old_revenue_micros, old_dau, CASE WHEN new_dau IS NOT NULL THEN 0 END AS new_impressions, CASE WHEN new_dau IS NOT NULL THEN 0 END AS new_revenue_micros, new_dau
  FROM audience_changes
  WHERE account = $1 AND entry BETWEEN $2 AND $3
) AS changed
GROUP BY entry
-- $1 account 1
-- $2 entry 2
-- $3 entry 7
