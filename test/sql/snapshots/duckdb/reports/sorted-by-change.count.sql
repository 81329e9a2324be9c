SELECT count(*) FROM (
SELECT country, coalesce(max(CASE WHEN side = 0 THEN stored END), 0) AS stored, coalesce(max(CASE WHEN side = 1 THEN stored END), 0) AS compared_stored
FROM (
SELECT country, stored, 0 AS side FROM (
SELECT country, CASE WHEN count(*) > 0 THEN 1 ELSE 0 END AS stored
FROM figures
WHERE account = $1 AND day BETWEEN $2 AND $3
GROUP BY country
)
UNION ALL
SELECT country, stored, 1 AS side FROM (
SELECT country, CASE WHEN count(*) > 0 THEN 1 ELSE 0 END AS stored
FROM figures
WHERE account = $1 AND day BETWEEN $4 AND $5
GROUP BY country
)
)
GROUP BY country
)
-- $1 account 1
-- $2 day 20513
-- $3 day 20519
-- $4 day 20506
-- $5 day 20512
