SELECT period, network, impressions, revenue_micros, status, compared_impressions, compared_revenue_micros, compared_status
FROM (
SELECT merged.period AS period, merged.network AS network, impressions, revenue_micros, (CASE WHEN stored = 1 THEN 2 ELSE 0 END)::UTINYINT AS status, compared_impressions, compared_revenue_micros, (CASE WHEN compared_stored = 1 THEN 2 ELSE 0 END)::UTINYINT AS compared_status
FROM (
SELECT period, network, coalesce(max(CASE WHEN side = 0 THEN impressions END), 0) AS impressions, coalesce(max(CASE WHEN side = 0 THEN revenue_micros END), 0) AS revenue_micros, coalesce(max(CASE WHEN side = 0 THEN stored END), 0) AS stored, coalesce(max(CASE WHEN side = 1 THEN impressions END), 0) AS compared_impressions, coalesce(max(CASE WHEN side = 1 THEN revenue_micros END), 0) AS compared_revenue_micros, coalesce(max(CASE WHEN side = 1 THEN stored END), 0) AS compared_stored
FROM (
SELECT period, network, impressions, revenue_micros, stored, 0 AS side FROM (
SELECT day AS period, network, CAST(coalesce(sum(impressions), 0) AS BIGINT) AS impressions, CAST(coalesce(sum(revenue_micros), 0) AS BIGINT) AS revenue_micros, CASE WHEN count(*) > 0 THEN 1 ELSE 0 END AS stored
FROM slices
WHERE account = $1 AND day BETWEEN $2 AND $3
GROUP BY period, network
)
UNION ALL
SELECT period, network, impressions, revenue_micros, stored, 1 AS side FROM (
SELECT DATE '1970-01-01' + (20513 + list_extract($6::UINTEGER[], (day - DATE '1970-01-01' - (20506))::INTEGER + 1))::INTEGER AS period, network, CAST(coalesce(sum(impressions), 0) AS BIGINT) AS impressions, CAST(coalesce(sum(revenue_micros), 0) AS BIGINT) AS revenue_micros, CASE WHEN count(*) > 0 THEN 1 ELSE 0 END AS stored
FROM slices
WHERE account = $1 AND day BETWEEN $4 AND $5
GROUP BY period, network
)
)
GROUP BY period, network
) AS merged
) AS answer
ORDER BY period, [1, 2, 0][network + 1]
-- $1 account 1
-- $2 day 20513
-- $3 day 20519
-- $4 day 20506
-- $5 day 20512
-- $6 number 0,1,2,3,4,5,6
