SELECT count(*) FROM (
SELECT CAST(date_trunc('month', day) AS DATE) AS month, platform
FROM slices JOIN (SELECT unnest($4::UINTEGER[]) AS app, unnest($5::UINTEGER[]) AS platform) AS grouped_apps USING (app)
WHERE account = $1 AND app IN ($2, $3) AND day BETWEEN $6 AND $7
GROUP BY month, platform
)
-- $1 account 1
-- $2 app 13
-- $3 app 11
-- $4 number 11,12,13
-- $5 number 1,1,0
-- $6 day 20513
-- $7 day 20519
