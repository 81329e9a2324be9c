SELECT count(*) FROM (
SELECT period, network, country, coalesce(max(CASE WHEN side = 0 THEN stored END), 0) AS stored, coalesce(max(CASE WHEN side = 1 THEN stored END), 0) AS compared_stored, coalesce(max(CASE WHEN side = 2 THEN stored END), 0) AS comparable_stored
FROM (
SELECT period, network, country, stored, 0 AS side FROM (
SELECT day - (isodow(day) - 1)::INTEGER AS period, network, country, CASE WHEN count(*) > 0 THEN 1 ELSE 0 END AS stored
FROM figures
WHERE account = $1 AND day BETWEEN $2 AND $3
GROUP BY period, network, country
)
UNION ALL
SELECT period, network, country, stored, 1 AS side FROM (
SELECT DATE '1970-01-01' + (20507 + list_extract($8::UINTEGER[], (day - DATE '1970-01-01' - (20506))::INTEGER + 1))::INTEGER AS period, network, country, CASE WHEN count(*) > 0 THEN 1 ELSE 0 END AS stored
FROM figures
WHERE account = $1 AND day BETWEEN $6 AND $7 AND list_extract($5::UINTEGER[], (list_extract($4::UINTEGER[], (network)::INTEGER + 1) + (day - DATE '1970-01-01' - (20506)))::INTEGER + 1) = 1
GROUP BY period, network, country
)
UNION ALL
SELECT period, network, country, stored, 2 AS side FROM (
SELECT day - (isodow(day) - 1)::INTEGER AS period, network, country, CASE WHEN count(*) > 0 THEN 1 ELSE 0 END AS stored
FROM figures
WHERE account = $1 AND day BETWEEN $11 AND $12 AND list_extract($10::UINTEGER[], (list_extract($9::UINTEGER[], (network)::INTEGER + 1) + (day - DATE '1970-01-01' - (20513)))::INTEGER + 1) = 1
GROUP BY period, network, country
)
)
GROUP BY period, network, country
)
-- $1 account 1
-- $2 day 20513
-- $3 day 20519
-- $4 number 0,0,7
-- $5 number 0,0,0,0,0,0,0,1,0,0,0,0,0,0
-- $6 day 20506
-- $7 day 20512
-- $8 number 0,7,7,7,7,7,7
-- $9 number 0,0,7
-- $10 number 0,0,0,0,0,0,0,1,0,0,0,0,0,0
-- $11 day 20513
-- $12 day 20519
