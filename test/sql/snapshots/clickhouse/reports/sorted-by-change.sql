SELECT country, clicks, revenue_micros, clicks_rows, status, compared_clicks, compared_revenue_micros, compared_clicks_rows, compared_status
FROM (
SELECT merged.country AS country, clicks, revenue_micros, clicks_rows, toUInt8(CASE WHEN stored = 1 THEN 2 WHEN coalesce(reports.reported, 0) = 1 THEN 1 ELSE 0 END) AS status, compared_clicks, compared_revenue_micros, compared_clicks_rows, toUInt8(CASE WHEN compared_stored = 1 THEN 2 WHEN coalesce(compared_reports.reported, 0) = 1 THEN 1 ELSE 0 END) AS compared_status
FROM (
SELECT country, coalesce(max(CASE WHEN side = 0 THEN clicks END), 0) AS clicks, coalesce(max(CASE WHEN side = 0 THEN revenue_micros END), 0) AS revenue_micros, coalesce(max(CASE WHEN side = 0 THEN clicks_rows END), 0) AS clicks_rows, coalesce(max(CASE WHEN side = 0 THEN stored END), 0) AS stored, coalesce(max(CASE WHEN side = 1 THEN clicks END), 0) AS compared_clicks, coalesce(max(CASE WHEN side = 1 THEN revenue_micros END), 0) AS compared_revenue_micros, coalesce(max(CASE WHEN side = 1 THEN clicks_rows END), 0) AS compared_clicks_rows, coalesce(max(CASE WHEN side = 1 THEN stored END), 0) AS compared_stored
FROM (
SELECT country, clicks, revenue_micros, clicks_rows, stored, 0 AS side FROM (
SELECT country, accurateCast(sum(toInt128(clicks)), 'Int64') AS clicks, accurateCast(sum(toInt128(revenue_micros)), 'Int64') AS revenue_micros, sum(clicks_known) AS clicks_rows, CASE WHEN sum(sign) > 0 THEN 1 ELSE 0 END AS stored
FROM figures
WHERE account = {p1:UInt32} AND day BETWEEN {p8:Date} AND {p9:Date} AND since <= {p4:UInt32} AND since NOT IN ({p5:Array(UInt32)})
GROUP BY country
HAVING sum(sign) > 0
)
UNION ALL
SELECT country, clicks, revenue_micros, clicks_rows, stored, 1 AS side FROM (
SELECT country, accurateCast(sum(toInt128(clicks)), 'Int64') AS clicks, accurateCast(sum(toInt128(revenue_micros)), 'Int64') AS revenue_micros, sum(clicks_known) AS clicks_rows, CASE WHEN sum(sign) > 0 THEN 1 ELSE 0 END AS stored
FROM figures
WHERE account = {p1:UInt32} AND day BETWEEN {p10:Date} AND {p11:Date} AND since <= {p4:UInt32} AND since NOT IN ({p5:Array(UInt32)})
GROUP BY country
HAVING sum(sign) > 0
)
)
GROUP BY country
) AS merged
CROSS JOIN (
SELECT CASE WHEN sum(sign) > 0 THEN 1 ELSE 0 END AS reported
FROM slices
WHERE account = {p1:UInt32} AND day BETWEEN {p2:Date} AND {p3:Date} AND since <= {p4:UInt32} AND since NOT IN ({p5:Array(UInt32)})
) AS reports
CROSS JOIN (
SELECT CASE WHEN sum(sign) > 0 THEN 1 ELSE 0 END AS reported
FROM slices
WHERE account = {p1:UInt32} AND day BETWEEN {p6:Date} AND {p7:Date} AND since <= {p4:UInt32} AND since NOT IN ({p5:Array(UInt32)})
) AS compared_reports
) AS answer
ORDER BY CASE WHEN compared_status <> 2 THEN NULL WHEN status = 0 THEN NULL WHEN toInt128(compared_revenue_micros) = 0 THEN NULL WHEN toInt128(compared_revenue_micros) > 0 THEN CASE WHEN toInt128(revenue_micros) < toInt128(compared_revenue_micros) THEN -(intDivOrZero(-2 * (toInt128(revenue_micros) - toInt128(compared_revenue_micros)) * 1000000 + toInt128(compared_revenue_micros), 2 * toInt128(compared_revenue_micros))) ELSE intDivOrZero(2 * (toInt128(revenue_micros) - toInt128(compared_revenue_micros)) * 1000000 + toInt128(compared_revenue_micros), 2 * toInt128(compared_revenue_micros)) END ELSE CASE WHEN toInt128(revenue_micros) > toInt128(compared_revenue_micros) THEN -(intDivOrZero(-2 * -((toInt128(revenue_micros) - toInt128(compared_revenue_micros)) * 1000000) + -toInt128(compared_revenue_micros), 2 * -toInt128(compared_revenue_micros))) ELSE intDivOrZero(2 * -((toInt128(revenue_micros) - toInt128(compared_revenue_micros)) * 1000000) + -toInt128(compared_revenue_micros), 2 * -toInt128(compared_revenue_micros)) END END DESC NULLS LAST, CASE WHEN compared_status <> 2 THEN NULL WHEN status = 0 THEN NULL WHEN status = 2 AND clicks_rows = 0 THEN NULL WHEN compared_clicks_rows = 0 THEN NULL WHEN toInt128(compared_clicks) = 0 THEN NULL WHEN toInt128(compared_clicks) > 0 THEN CASE WHEN toInt128(clicks) < toInt128(compared_clicks) THEN -(intDivOrZero(-2 * (toInt128(clicks) - toInt128(compared_clicks)) * 1000000 + toInt128(compared_clicks), 2 * toInt128(compared_clicks))) ELSE intDivOrZero(2 * (toInt128(clicks) - toInt128(compared_clicks)) * 1000000 + toInt128(compared_clicks), 2 * toInt128(compared_clicks)) END ELSE CASE WHEN toInt128(clicks) > toInt128(compared_clicks) THEN -(intDivOrZero(-2 * -((toInt128(clicks) - toInt128(compared_clicks)) * 1000000) + -toInt128(compared_clicks), 2 * -toInt128(compared_clicks))) ELSE intDivOrZero(2 * -((toInt128(clicks) - toInt128(compared_clicks)) * 1000000) + -toInt128(compared_clicks), 2 * -toInt128(compared_clicks)) END END NULLS LAST, country
-- p1 1
-- p2 2026-03-01
-- p3 2026-03-07
-- p4 7
-- p5 3,5
-- p6 2026-02-22
-- p7 2026-02-28
-- p8 2026-03-01
-- p9 2026-03-07
-- p10 2026-02-22
-- p11 2026-02-28
