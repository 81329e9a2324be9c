SELECT entry, account,
  sum(coalesce(toInt128(new_impressions), 0)) - sum(coalesce(toInt128(old_impressions), 0)), sum(coalesce(toInt128(new_revenue_micros), 0)) - sum(coalesce(toInt128(old_revenue_micros), 0))
FROM changes
WHERE entry BETWEEN {p1:UInt32} AND {p2:UInt32}
GROUP BY entry, account
-- p1 2
-- p2 7
