SELECT entry,
  count(*) FILTER (WHERE old_impressions IS NULL),
  count(*) FILTER (WHERE old_impressions IS NOT NULL AND new_impressions IS NOT NULL),
  count(*) FILTER (WHERE new_impressions IS NULL),
  min(day) - DATE '1970-01-01', max(day) - DATE '1970-01-01',
  sum(coalesce(new_impressions, 0)) - sum(coalesce(old_impressions, 0)), sum(coalesce(new_revenue_micros, 0)) - sum(coalesce(old_revenue_micros, 0))
FROM changes
WHERE account = $1
  AND entry BETWEEN $2 AND $3
GROUP BY entry
-- $1 account 1
-- $2 entry 2
-- $3 entry 7
