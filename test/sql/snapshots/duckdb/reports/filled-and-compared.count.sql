SELECT count(*) FROM (
WITH current_rows AS (
SELECT day - (isodow(day) - 1)::INTEGER AS period, app, format, CASE WHEN count(*) > 0 THEN 1 ELSE 0 END AS stored
FROM figures
WHERE account = $1 AND day BETWEEN $2 AND $3 AND network = $4
GROUP BY period, app, format
), compared_rows AS (
SELECT DATE '1970-01-01' + (20507 + list_extract($7::UINTEGER[], (day - DATE '1970-01-01' - (20506))::INTEGER + 1))::INTEGER AS period, app, format, CASE WHEN count(*) > 0 THEN 1 ELSE 0 END AS stored
FROM figures
WHERE account = $1 AND day BETWEEN $5 AND $6 AND network = $4
GROUP BY period, app, format
)
SELECT period, app, format, coalesce(max(CASE WHEN side = 0 THEN stored END), 0) AS stored, coalesce(max(CASE WHEN side = 1 THEN stored END), 0) AS compared_stored
FROM (
SELECT period, app, format, stored, 0 AS side FROM current_rows
UNION ALL
SELECT period, app, format, stored, 1 AS side FROM compared_rows
UNION ALL
SELECT DATE '1970-01-01' + (20507 + place)::INTEGER AS period, app, format, 0, 3
FROM (SELECT unnest($8::UINTEGER[]) AS place) AS places
CROSS JOIN (SELECT DISTINCT app, format FROM (SELECT app, format FROM current_rows UNION ALL SELECT app, format FROM compared_rows)) AS combinations
)
GROUP BY period, app, format
)
-- $1 account 1
-- $2 day 20513
-- $3 day 20519
-- $4 network 2
-- $5 day 20506
-- $6 day 20512
-- $7 number 0,7,7,7,7,7,7
-- $8 number 0,7
