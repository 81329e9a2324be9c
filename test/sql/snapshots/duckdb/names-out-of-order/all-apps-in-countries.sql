SELECT app, CAST(coalesce(sum(impressions), 0) AS BIGINT) AS impressions, CAST(coalesce(sum(revenue_micros), 0) AS BIGINT) AS revenue_micros
FROM figures
WHERE account = $1 AND day BETWEEN $2 AND $3 AND country IN ($4, $5)
GROUP BY app
-- $1 account 1
-- $2 day 20513
-- $3 day 20519
-- $4 country 82
-- $5 country 538
