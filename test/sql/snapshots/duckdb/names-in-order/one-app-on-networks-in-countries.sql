SELECT day, app, network, format, country, CAST(coalesce(sum(impressions), 0) AS BIGINT) AS impressions, CAST(coalesce(sum(clicks), 0) AS BIGINT) AS clicks, CAST(coalesce(sum(revenue_micros), 0) AS BIGINT) AS revenue_micros
FROM figures
WHERE account = $1 AND app = $2 AND day BETWEEN $3 AND $4 AND network IN ($5, $6) AND country = $7
GROUP BY GROUPING SETS ((day, app, network, format, country), ())
ORDER BY day NULLS FIRST, app, network, format, country
-- $1 account 1
-- $2 app 11
-- $3 day 20513
-- $4 day 20519
-- $5 network 1
-- $6 network 0
-- $7 country 538
