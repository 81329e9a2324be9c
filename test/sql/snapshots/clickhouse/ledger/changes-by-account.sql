SELECT entry, account,
  sum(coalesce(toInt128(new_impressions), 0)) - sum(coalesce(toInt128(old_impressions), 0)), sum(coalesce(toInt128(new_revenue_micros), 0)) - sum(coalesce(toInt128(old_revenue_micros), 0)), sum(coalesce(toInt128(new_dau), 0)) - sum(coalesce(toInt128(old_dau), 0))
FROM (
  SELECT entry, account, day, old_impressions, old_revenue_micros, CASE WHEN old_impressions IS NOT NULL THEN 0 END AS old_dau, new_impressions, new_revenue_micros, CASE WHEN new_impressions IS NOT NULL THEN 0 END AS new_dau
  FROM changes
  WHERE entry BETWEEN {p1:UInt32} AND {p2:UInt32}
  UNION ALL SELECT entry, account, day, CASE WHEN old_dau IS NOT NULL THEN 0 END AS old_impressions, CASE WHEN old_dau IS NOT NULL THEN 0 END AS old_revenue_micros, old_dau, CASE WHEN new_dau IS NOT NULL THEN 0 END AS new_impressions, CASE WHEN new_dau IS NOT NULL THEN 0 END AS new_revenue_micros, new_dau
  FROM audience_changes
  WHERE entry BETWEEN {p1:UInt32} AND {p2:UInt32}
) AS changed
GROUP BY entry, account
-- p1 2
-- p2 7
