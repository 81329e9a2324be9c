SELECT period, network, country, impressions, revenue_micros, status, compared_impressions, compared_revenue_micros, compared_status, comparable_impressions, comparable_revenue_micros, comparable_status
FROM (
SELECT merged.period AS period, merged.network AS network, merged.country AS country, impressions, revenue_micros, (CASE WHEN stored = 1 THEN 2 WHEN coalesce(reports.reported, 0) = 1 THEN 1 ELSE 0 END)::UTINYINT AS status, compared_impressions, compared_revenue_micros, (CASE WHEN compared_stored = 1 THEN 2 WHEN list_extract($5::UINTEGER[], (list_extract($4::UINTEGER[], (merged.network)::INTEGER + 1) + (merged.period - DATE '1970-01-01' - (20507)))::INTEGER + 1) = 1 THEN 1 ELSE 0 END)::UTINYINT AS compared_status, comparable_impressions, comparable_revenue_micros, (CASE WHEN comparable_stored = 1 THEN 2 WHEN list_extract($7::UINTEGER[], (list_extract($6::UINTEGER[], (merged.network)::INTEGER + 1) + (merged.period - DATE '1970-01-01' - (20507)))::INTEGER + 1) = 1 THEN 1 ELSE 0 END)::UTINYINT AS comparable_status
FROM (
SELECT period, network, country, coalesce(max(CASE WHEN side = 0 THEN impressions END), 0) AS impressions, coalesce(max(CASE WHEN side = 0 THEN revenue_micros END), 0) AS revenue_micros, coalesce(max(CASE WHEN side = 0 THEN stored END), 0) AS stored, coalesce(max(CASE WHEN side = 1 THEN impressions END), 0) AS compared_impressions, coalesce(max(CASE WHEN side = 1 THEN revenue_micros END), 0) AS compared_revenue_micros, coalesce(max(CASE WHEN side = 1 THEN stored END), 0) AS compared_stored, coalesce(max(CASE WHEN side = 2 THEN impressions END), 0) AS comparable_impressions, coalesce(max(CASE WHEN side = 2 THEN revenue_micros END), 0) AS comparable_revenue_micros, coalesce(max(CASE WHEN side = 2 THEN stored END), 0) AS comparable_stored
FROM (
SELECT period, network, country, impressions, revenue_micros, stored, 0 AS side FROM (
SELECT day - (isodow(day) - 1)::INTEGER AS period, network, country, CAST(coalesce(sum(impressions), 0) AS BIGINT) AS impressions, CAST(coalesce(sum(revenue_micros), 0) AS BIGINT) AS revenue_micros, CASE WHEN count(*) > 0 THEN 1 ELSE 0 END AS stored
FROM figures
WHERE account = $1 AND day BETWEEN $8 AND $9
GROUP BY period, network, country
)
UNION ALL
SELECT period, network, country, impressions, revenue_micros, stored, 1 AS side FROM (
SELECT DATE '1970-01-01' + (20507 + list_extract($14::UINTEGER[], (day - DATE '1970-01-01' - (20506))::INTEGER + 1))::INTEGER AS period, network, country, CAST(coalesce(sum(impressions), 0) AS BIGINT) AS impressions, CAST(coalesce(sum(revenue_micros), 0) AS BIGINT) AS revenue_micros, CASE WHEN count(*) > 0 THEN 1 ELSE 0 END AS stored
FROM figures
WHERE account = $1 AND day BETWEEN $12 AND $13 AND list_extract($11::UINTEGER[], (list_extract($10::UINTEGER[], (network)::INTEGER + 1) + (day - DATE '1970-01-01' - (20506)))::INTEGER + 1) = 1
GROUP BY period, network, country
)
UNION ALL
SELECT period, network, country, impressions, revenue_micros, stored, 2 AS side FROM (
SELECT day - (isodow(day) - 1)::INTEGER AS period, network, country, CAST(coalesce(sum(impressions), 0) AS BIGINT) AS impressions, CAST(coalesce(sum(revenue_micros), 0) AS BIGINT) AS revenue_micros, CASE WHEN count(*) > 0 THEN 1 ELSE 0 END AS stored
FROM figures
WHERE account = $1 AND day BETWEEN $17 AND $18 AND list_extract($16::UINTEGER[], (list_extract($15::UINTEGER[], (network)::INTEGER + 1) + (day - DATE '1970-01-01' - (20513)))::INTEGER + 1) = 1
GROUP BY period, network, country
)
)
GROUP BY period, network, country
) AS merged
LEFT JOIN (
SELECT day - (isodow(day) - 1)::INTEGER AS period, network, CASE WHEN count(*) > 0 THEN 1 ELSE 0 END AS reported
FROM slices
WHERE account = $1 AND day BETWEEN $2 AND $3
GROUP BY period, network
) AS reports ON reports.period = merged.period AND reports.network = merged.network
) AS answer
ORDER BY period, [1, 2, 0][network + 1], country
-- $1 account 1
-- $2 day 20513
-- $3 day 20519
-- $4 number 0,0,13
-- $5 number 0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0
-- $6 number 0,0,13
-- $7 number 0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0
-- $8 day 20513
-- $9 day 20519
-- $10 number 0,0,7
-- $11 number 0,0,0,0,0,0,0,1,0,0,0,0,0,0
-- $12 day 20506
-- $13 day 20512
-- $14 number 0,7,7,7,7,7,7
-- $15 number 0,0,7
-- $16 number 0,0,0,0,0,0,0,1,0,0,0,0,0,0
-- $17 day 20513
-- $18 day 20519
