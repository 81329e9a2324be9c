SELECT day, app, CAST(coalesce(sum(impressions), 0) AS BIGINT) AS impressions, CAST(coalesce(sum(revenue_micros), 0) AS BIGINT) AS revenue_micros
FROM figures
WHERE account = $1 AND day BETWEEN $2 AND $3 AND network = $4 AND format IN ($5, $6) AND ad_tag = $7
GROUP BY GROUPING SETS ((day, app), (app))
ORDER BY day NULLS FIRST, app
-- $1 account 1
-- $2 day 20513
-- $3 day 20519
-- $4 network 1
-- $5 format 1
-- $6 format 0
-- $7 ad_tag 1
