SELECT app, network, impressions, revenue_micros
FROM (
SELECT app, network, app_rank, CAST(coalesce(sum(impressions), 0) AS BIGINT) AS impressions, CAST(coalesce(sum(revenue_micros), 0) AS BIGINT) AS revenue_micros
FROM slices JOIN (SELECT unnest($2::UINTEGER[]) AS app, unnest($3::UINTEGER[]) AS app_rank) AS grouped_apps USING (app)
WHERE account = $1 AND day BETWEEN $4 AND $5
GROUP BY app, network, app_rank
) AS answer
ORDER BY app_rank DESC, [1, 2, 0][network + 1]
-- $1 account 1
-- $2 number 11,12,13
-- $3 number 2,1,0
-- $4 day 20513
-- $5 day 20519
