SELECT count(*) FROM (
SELECT period, coalesce(max(CASE WHEN side = 0 THEN stored END), 0) AS stored
FROM (
SELECT period, stored, 0 AS side FROM (
SELECT day AS period, CASE WHEN count(*) > 0 THEN 1 ELSE 0 END AS stored
FROM slices
WHERE account = $1 AND day BETWEEN $2 AND $3
GROUP BY period
)
UNION ALL
SELECT DATE '1970-01-01' + (20513 + place)::INTEGER AS period, 0, 3
FROM (SELECT unnest($4::UINTEGER[]) AS place) AS places
)
GROUP BY period
)
-- $1 account 1
-- $2 day 20513
-- $3 day 20519
-- $4 number 0,1,2,3,4,5,6
