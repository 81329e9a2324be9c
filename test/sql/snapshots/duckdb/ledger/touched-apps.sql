SELECT DISTINCT account, app FROM (
SELECT account, app FROM slices
WHERE since = $1
UNION ALL
SELECT account, app FROM past_slices
WHERE since = $2
UNION ALL
SELECT account, app FROM changes
WHERE entry = $3
UNION ALL
SELECT account, app FROM audience_slices
WHERE since = $4
UNION ALL
SELECT account, app FROM past_audience_slices
WHERE since = $5
UNION ALL
SELECT account, app FROM audience_changes
WHERE entry = $6
)
-- $1 entry 7
-- $2 entry 7
-- $3 entry 7
-- $4 entry 7
-- $5 entry 7
-- $6 entry 7
