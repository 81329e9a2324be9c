SELECT day, app, network, format, country, CAST(coalesce(sum(impressions), 0) AS BIGINT) AS impressions, CAST(coalesce(sum(clicks), 0) AS BIGINT) AS clicks, CAST(coalesce(sum(revenue_micros), 0) AS BIGINT) AS revenue_micros
FROM figures
WHERE account = $1 AND app IN ($2, $3, $4) AND day BETWEEN $5 AND $6
GROUP BY GROUPING SETS ((day, app, network, format, country), ())
ORDER BY day NULLS FIRST, list_position([$2, $3, $4], app), network, format, country
-- $1 account 1
-- $2 app 13
-- $3 app 11
-- $4 app 12
-- $5 day 20513
-- $6 day 20519
