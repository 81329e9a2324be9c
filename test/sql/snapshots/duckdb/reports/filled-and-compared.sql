SELECT period, app, format, impressions, clicks_impressions, status, compared_impressions, compared_clicks_impressions, compared_status
FROM (
SELECT merged.period AS period, merged.app AS app, merged.format AS format, impressions, clicks_impressions, (CASE WHEN stored = 1 THEN 2 WHEN coalesce(reports.reported, 0) = 1 THEN 1 ELSE 0 END)::UTINYINT AS status, compared_impressions, compared_clicks_impressions, (CASE WHEN compared_stored = 1 THEN 2 WHEN coalesce(compared_reports.reported, 0) = 1 THEN 1 ELSE 0 END)::UTINYINT AS compared_status
FROM (
WITH current_rows AS (
SELECT day - (isodow(day) - 1)::INTEGER AS period, app, format, CAST(coalesce(sum(impressions), 0) AS BIGINT) AS impressions, CAST(coalesce(sum(impressions) FILTER (WHERE clicks IS NOT NULL), 0) AS BIGINT) AS clicks_impressions, CASE WHEN count(*) > 0 THEN 1 ELSE 0 END AS stored
FROM figures
WHERE account = $1 AND day BETWEEN $8 AND $9 AND network = $4
GROUP BY period, app, format
), compared_rows AS (
SELECT DATE '1970-01-01' + (20507 + list_extract($12::UINTEGER[], (day - DATE '1970-01-01' - (20506))::INTEGER + 1))::INTEGER AS period, app, format, CAST(coalesce(sum(impressions), 0) AS BIGINT) AS impressions, CAST(coalesce(sum(impressions) FILTER (WHERE clicks IS NOT NULL), 0) AS BIGINT) AS clicks_impressions, CASE WHEN count(*) > 0 THEN 1 ELSE 0 END AS stored
FROM figures
WHERE account = $1 AND day BETWEEN $10 AND $11 AND network = $4
GROUP BY period, app, format
)
SELECT period, app, format, coalesce(max(CASE WHEN side = 0 THEN impressions END), 0) AS impressions, coalesce(max(CASE WHEN side = 0 THEN clicks_impressions END), 0) AS clicks_impressions, coalesce(max(CASE WHEN side = 0 THEN stored END), 0) AS stored, coalesce(max(CASE WHEN side = 1 THEN impressions END), 0) AS compared_impressions, coalesce(max(CASE WHEN side = 1 THEN clicks_impressions END), 0) AS compared_clicks_impressions, coalesce(max(CASE WHEN side = 1 THEN stored END), 0) AS compared_stored
FROM (
SELECT period, app, format, impressions, clicks_impressions, stored, 0 AS side FROM current_rows
UNION ALL
SELECT period, app, format, impressions, clicks_impressions, stored, 1 AS side FROM compared_rows
UNION ALL
SELECT DATE '1970-01-01' + (20507 + place)::INTEGER AS period, app, format, 0, 0, 0, 3
FROM (SELECT unnest($13::UINTEGER[]) AS place) AS places
CROSS JOIN (SELECT DISTINCT app, format FROM (SELECT app, format FROM current_rows UNION ALL SELECT app, format FROM compared_rows)) AS combinations
)
GROUP BY period, app, format
) AS merged
LEFT JOIN (
SELECT day - (isodow(day) - 1)::INTEGER AS period, app, CASE WHEN count(*) > 0 THEN 1 ELSE 0 END AS reported
FROM slices
WHERE account = $1 AND day BETWEEN $2 AND $3 AND network = $4
GROUP BY period, app
) AS reports ON reports.period = merged.period AND reports.app = merged.app
LEFT JOIN (
SELECT DATE '1970-01-01' + (20507 + list_extract($7::UINTEGER[], (day - DATE '1970-01-01' - (20506))::INTEGER + 1))::INTEGER AS period, app, CASE WHEN count(*) > 0 THEN 1 ELSE 0 END AS reported
FROM slices
WHERE account = $1 AND day BETWEEN $5 AND $6 AND network = $4
GROUP BY period, app
) AS compared_reports ON compared_reports.period = merged.period AND compared_reports.app = merged.app
) AS answer
ORDER BY period, app, [1, 0][format + 1]
-- $1 account 1
-- $2 day 20513
-- $3 day 20519
-- $4 network 2
-- $5 day 20506
-- $6 day 20512
-- $7 number 0,7,7,7,7,7,7
-- $8 day 20513
-- $9 day 20519
-- $10 day 20506
-- $11 day 20512
-- $12 number 0,7,7,7,7,7,7
-- $13 number 0,7
