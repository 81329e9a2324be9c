SELECT DISTINCT account, app FROM (
SELECT account, app FROM slices
WHERE since = $1
UNION ALL
SELECT account, app FROM past_slices
WHERE since = $2
UNION ALL
SELECT account, app FROM changes
WHERE entry = $3
)
-- $1 entry 7
-- $2 entry 7
-- $3 entry 7
