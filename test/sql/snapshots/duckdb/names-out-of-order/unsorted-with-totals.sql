SELECT network, CAST(coalesce(sum(impressions), 0) AS BIGINT) AS impressions, CAST(coalesce(sum(revenue_micros), 0) AS BIGINT) AS revenue_micros
FROM slices
WHERE account = $1 AND day BETWEEN $2 AND $3
GROUP BY GROUPING SETS ((network), ())
ORDER BY network IS NOT NULL
-- $1 account 1
-- $2 day 20513
-- $3 day 20519
