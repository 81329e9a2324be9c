SELECT country, impressions, revenue_micros, status, compared_impressions, compared_revenue_micros, compared_status
FROM (
SELECT merged.country AS country, impressions, revenue_micros, (CASE WHEN stored = 1 THEN 2 WHEN coalesce(reports.reported, 0) = 1 THEN 1 ELSE 0 END)::UTINYINT AS status, compared_impressions, compared_revenue_micros, (CASE WHEN compared_stored = 1 THEN 2 WHEN coalesce(compared_reports.reported, 0) = 1 THEN 1 ELSE 0 END)::UTINYINT AS compared_status
FROM (
SELECT country, coalesce(max(CASE WHEN side = 0 THEN impressions END), 0) AS impressions, coalesce(max(CASE WHEN side = 0 THEN revenue_micros END), 0) AS revenue_micros, coalesce(max(CASE WHEN side = 0 THEN stored END), 0) AS stored, coalesce(max(CASE WHEN side = 1 THEN impressions END), 0) AS compared_impressions, coalesce(max(CASE WHEN side = 1 THEN revenue_micros END), 0) AS compared_revenue_micros, coalesce(max(CASE WHEN side = 1 THEN stored END), 0) AS compared_stored
FROM (
SELECT country, impressions, revenue_micros, stored, 0 AS side FROM (
SELECT country, CAST(coalesce(sum(impressions), 0) AS BIGINT) AS impressions, CAST(coalesce(sum(revenue_micros), 0) AS BIGINT) AS revenue_micros, CASE WHEN count(*) > 0 THEN 1 ELSE 0 END AS stored
FROM figures
WHERE account = $1 AND day BETWEEN $6 AND $7
GROUP BY country
)
UNION ALL
SELECT country, impressions, revenue_micros, stored, 1 AS side FROM (
SELECT country, CAST(coalesce(sum(impressions), 0) AS BIGINT) AS impressions, CAST(coalesce(sum(revenue_micros), 0) AS BIGINT) AS revenue_micros, CASE WHEN count(*) > 0 THEN 1 ELSE 0 END AS stored
FROM figures
WHERE account = $1 AND day BETWEEN $8 AND $9
GROUP BY country
)
)
GROUP BY country
) AS merged
CROSS JOIN (
SELECT CASE WHEN count(*) > 0 THEN 1 ELSE 0 END AS reported
FROM slices
WHERE account = $1 AND day BETWEEN $2 AND $3
) AS reports
CROSS JOIN (
SELECT CASE WHEN count(*) > 0 THEN 1 ELSE 0 END AS reported
FROM slices
WHERE account = $1 AND day BETWEEN $4 AND $5
) AS compared_reports
) AS answer
ORDER BY country
LIMIT 3 OFFSET 0
-- $1 account 1
-- $2 day 20513
-- $3 day 20519
-- $4 day 20506
-- $5 day 20512
-- $6 day 20513
-- $7 day 20519
-- $8 day 20506
-- $9 day 20512
