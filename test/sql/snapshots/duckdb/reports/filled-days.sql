SELECT period, impressions, revenue_micros, status
FROM (
SELECT merged.period AS period, impressions, revenue_micros, (CASE WHEN stored = 1 THEN 2 ELSE 0 END)::UTINYINT AS status
FROM (
SELECT period, coalesce(max(CASE WHEN side = 0 THEN impressions END), 0) AS impressions, coalesce(max(CASE WHEN side = 0 THEN revenue_micros END), 0) AS revenue_micros, coalesce(max(CASE WHEN side = 0 THEN stored END), 0) AS stored
FROM (
SELECT period, impressions, revenue_micros, stored, 0 AS side FROM (
SELECT day AS period, CAST(coalesce(sum(impressions), 0) AS BIGINT) AS impressions, CAST(coalesce(sum(revenue_micros), 0) AS BIGINT) AS revenue_micros, CASE WHEN count(*) > 0 THEN 1 ELSE 0 END AS stored
FROM slices
WHERE account = $1 AND day BETWEEN $2 AND $3
GROUP BY period
)
UNION ALL
SELECT DATE '1970-01-01' + (20513 + place)::INTEGER AS period, 0, 0, 0, 3
FROM (SELECT unnest($4::UINTEGER[]) AS place) AS places
)
GROUP BY period
) AS merged
) AS answer
ORDER BY period
-- $1 account 1
-- $2 day 20513
-- $3 day 20519
-- $4 number 0,1,2,3,4,5,6
