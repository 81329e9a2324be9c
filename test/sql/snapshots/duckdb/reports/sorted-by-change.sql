SELECT country, clicks, revenue_micros, clicks_rows, status, compared_clicks, compared_revenue_micros, compared_clicks_rows, compared_status
FROM (
SELECT merged.country AS country, clicks, revenue_micros, clicks_rows, (CASE WHEN stored = 1 THEN 2 WHEN coalesce(reports.reported, 0) = 1 THEN 1 ELSE 0 END)::UTINYINT AS status, compared_clicks, compared_revenue_micros, compared_clicks_rows, (CASE WHEN compared_stored = 1 THEN 2 WHEN coalesce(compared_reports.reported, 0) = 1 THEN 1 ELSE 0 END)::UTINYINT AS compared_status
FROM (
SELECT country, coalesce(max(CASE WHEN side = 0 THEN clicks END), 0) AS clicks, coalesce(max(CASE WHEN side = 0 THEN revenue_micros END), 0) AS revenue_micros, coalesce(max(CASE WHEN side = 0 THEN clicks_rows END), 0) AS clicks_rows, coalesce(max(CASE WHEN side = 0 THEN stored END), 0) AS stored, coalesce(max(CASE WHEN side = 1 THEN clicks END), 0) AS compared_clicks, coalesce(max(CASE WHEN side = 1 THEN revenue_micros END), 0) AS compared_revenue_micros, coalesce(max(CASE WHEN side = 1 THEN clicks_rows END), 0) AS compared_clicks_rows, coalesce(max(CASE WHEN side = 1 THEN stored END), 0) AS compared_stored
FROM (
SELECT country, clicks, revenue_micros, clicks_rows, stored, 0 AS side FROM (
SELECT country, CAST(coalesce(sum(clicks), 0) AS BIGINT) AS clicks, CAST(coalesce(sum(revenue_micros), 0) AS BIGINT) AS revenue_micros, count(clicks) AS clicks_rows, CASE WHEN count(*) > 0 THEN 1 ELSE 0 END AS stored
FROM figures
WHERE account = $1 AND day BETWEEN $6 AND $7
GROUP BY country
)
UNION ALL
SELECT country, clicks, revenue_micros, clicks_rows, stored, 1 AS side FROM (
SELECT country, CAST(coalesce(sum(clicks), 0) AS BIGINT) AS clicks, CAST(coalesce(sum(revenue_micros), 0) AS BIGINT) AS revenue_micros, count(clicks) AS clicks_rows, CASE WHEN count(*) > 0 THEN 1 ELSE 0 END AS stored
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
ORDER BY CASE WHEN compared_status <> 2 THEN NULL WHEN status = 0 THEN NULL WHEN (compared_revenue_micros)::HUGEINT = 0 THEN NULL WHEN (compared_revenue_micros)::HUGEINT > 0 THEN CASE WHEN (revenue_micros)::HUGEINT < (compared_revenue_micros)::HUGEINT THEN -((-2 * ((revenue_micros)::HUGEINT - (compared_revenue_micros)::HUGEINT) * 1000000 + (compared_revenue_micros)::HUGEINT) // (2 * (compared_revenue_micros)::HUGEINT)) ELSE (2 * ((revenue_micros)::HUGEINT - (compared_revenue_micros)::HUGEINT) * 1000000 + (compared_revenue_micros)::HUGEINT) // (2 * (compared_revenue_micros)::HUGEINT) END ELSE CASE WHEN (revenue_micros)::HUGEINT > (compared_revenue_micros)::HUGEINT THEN -((-2 * -(((revenue_micros)::HUGEINT - (compared_revenue_micros)::HUGEINT) * 1000000) + -(compared_revenue_micros)::HUGEINT) // (2 * -(compared_revenue_micros)::HUGEINT)) ELSE (2 * -(((revenue_micros)::HUGEINT - (compared_revenue_micros)::HUGEINT) * 1000000) + -(compared_revenue_micros)::HUGEINT) // (2 * -(compared_revenue_micros)::HUGEINT) END END DESC NULLS LAST, CASE WHEN compared_status <> 2 THEN NULL WHEN status = 0 THEN NULL WHEN status = 2 AND clicks_rows = 0 THEN NULL WHEN compared_clicks_rows = 0 THEN NULL WHEN (compared_clicks)::HUGEINT = 0 THEN NULL WHEN (compared_clicks)::HUGEINT > 0 THEN CASE WHEN (clicks)::HUGEINT < (compared_clicks)::HUGEINT THEN -((-2 * ((clicks)::HUGEINT - (compared_clicks)::HUGEINT) * 1000000 + (compared_clicks)::HUGEINT) // (2 * (compared_clicks)::HUGEINT)) ELSE (2 * ((clicks)::HUGEINT - (compared_clicks)::HUGEINT) * 1000000 + (compared_clicks)::HUGEINT) // (2 * (compared_clicks)::HUGEINT) END ELSE CASE WHEN (clicks)::HUGEINT > (compared_clicks)::HUGEINT THEN -((-2 * -(((clicks)::HUGEINT - (compared_clicks)::HUGEINT) * 1000000) + -(compared_clicks)::HUGEINT) // (2 * -(compared_clicks)::HUGEINT)) ELSE (2 * -(((clicks)::HUGEINT - (compared_clicks)::HUGEINT) * 1000000) + -(compared_clicks)::HUGEINT) // (2 * -(compared_clicks)::HUGEINT) END END NULLS LAST, country
-- $1 account 1
-- $2 day 20513
-- $3 day 20519
-- $4 day 20506
-- $5 day 20512
-- $6 day 20513
-- $7 day 20519
-- $8 day 20506
-- $9 day 20512
