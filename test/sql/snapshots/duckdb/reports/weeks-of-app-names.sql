SELECT day - (isodow(day) - 1)::INTEGER AS week, app_name, CAST(coalesce(sum(impressions), 0) AS BIGINT) AS impressions, CAST(coalesce(sum(revenue_micros), 0) AS BIGINT) AS revenue_micros
FROM slices JOIN (SELECT unnest($2::UINTEGER[]) AS app, unnest($3::UINTEGER[]) AS app_name) AS grouped_apps USING (app)
WHERE account = $1 AND day BETWEEN $4 AND $5
GROUP BY week, app_name
ORDER BY week, app_name
-- $1 account 1
-- $2 number 11,12,13
-- $3 number 1,0,1
-- $4 day 20513
-- $5 day 20519
