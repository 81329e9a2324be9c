SELECT entry,
  count(*) FILTER (WHERE old_impressions IS NULL),
  count(*) FILTER (WHERE old_impressions IS NOT NULL AND new_impressions IS NOT NULL),
  count(*) FILTER (WHERE new_impressions IS NULL),
  toUInt32(min(day)), toUInt32(max(day)),
  sum(coalesce(toInt128(new_impressions), 0)) - sum(coalesce(toInt128(old_impressions), 0)), sum(coalesce(toInt128(new_revenue_micros), 0)) - sum(coalesce(toInt128(old_revenue_micros), 0))
FROM changes
WHERE account = {p1:UInt32}
  AND entry BETWEEN {p2:UInt32} AND {p3:UInt32}
GROUP BY entry
-- p1 1
-- p2 2
-- p3 7
