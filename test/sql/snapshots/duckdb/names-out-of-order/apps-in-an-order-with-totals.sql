SELECT app, network, CAST(coalesce(sum(impressions), 0) AS BIGINT) AS impressions, CAST(coalesce(sum(revenue_micros), 0) AS BIGINT) AS revenue_micros
FROM slices
WHERE account = $1 AND app IN ($2, $3) AND day BETWEEN $4 AND $5
GROUP BY GROUPING SETS ((app, network), ())
ORDER BY list_position([$2, $3], app) NULLS FIRST, [1, 2, 0][network + 1]
-- $1 account 1
-- $2 app 13
-- $3 app 11
-- $4 day 20513
-- $5 day 20519
