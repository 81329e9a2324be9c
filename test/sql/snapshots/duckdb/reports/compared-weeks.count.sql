SELECT count(*) FROM (
SELECT period, network, coalesce(max(CASE WHEN side = 0 THEN stored END), 0) AS stored, coalesce(max(CASE WHEN side = 1 THEN stored END), 0) AS compared_stored
FROM (
SELECT period, network, stored, 0 AS side FROM (
SELECT day AS period, network, CASE WHEN count(*) > 0 THEN 1 ELSE 0 END AS stored
FROM slices
WHERE account = $1 AND day BETWEEN $2 AND $3
GROUP BY period, network
)
UNION ALL
SELECT period, network, stored, 1 AS side FROM (
SELECT DATE '1970-01-01' + (20513 + list_extract($6::UINTEGER[], (day - DATE '1970-01-01' - (20506))::INTEGER + 1))::INTEGER AS period, network, CASE WHEN count(*) > 0 THEN 1 ELSE 0 END AS stored
FROM slices
WHERE account = $1 AND day BETWEEN $4 AND $5
GROUP BY period, network
)
)
GROUP BY period, network
)
-- $1 account 1
-- $2 day 20513
-- $3 day 20519
-- $4 day 20506
-- $5 day 20512
-- $6 number 0,1,2,3,4,5,6
