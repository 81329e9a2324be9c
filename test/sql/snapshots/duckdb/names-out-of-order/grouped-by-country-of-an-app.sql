SELECT country, CAST(coalesce(sum(impressions), 0) AS BIGINT) AS impressions, CAST(coalesce(sum(revenue_micros), 0) AS BIGINT) AS revenue_micros
FROM figures
WHERE account = $1 AND app = $2 AND day BETWEEN $3 AND $4
GROUP BY country
-- $1 account 1
-- $2 app 12
-- $3 day 20513
-- $4 day 20519
