SELECT count(*) FROM (
SELECT ad_tag
FROM figures
WHERE account = $1 AND day BETWEEN $2 AND $3 AND country NOT IN ($4, $5)
GROUP BY ad_tag
)
-- $1 account 1
-- $2 day 20513
-- $3 day 20519
-- $4 country 538
-- $5 country 82
