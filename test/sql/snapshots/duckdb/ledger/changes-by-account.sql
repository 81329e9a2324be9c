SELECT entry, account,
  sum(coalesce(new_impressions, 0)) - sum(coalesce(old_impressions, 0)), sum(coalesce(new_revenue_micros, 0)) - sum(coalesce(old_revenue_micros, 0))
FROM changes
WHERE entry BETWEEN $1 AND $2
GROUP BY entry, account
-- $1 entry 2
-- $2 entry 7
