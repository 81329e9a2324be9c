SELECT count(*) FROM (
SELECT network
FROM slices
WHERE account = $1 AND day BETWEEN $2 AND $3
GROUP BY network
)
-- $1 account 1
-- $2 day 20513
-- $3 day 20519
