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
UNION ALL
SELECT account, app FROM detail_slices
WHERE since = $7
UNION ALL
SELECT account, app FROM past_detail_slices
WHERE since = $8
UNION ALL
SELECT account, app FROM detail_changes
WHERE entry = $9
UNION ALL
SELECT account, app FROM spend_slices
WHERE since = $10
UNION ALL
SELECT account, app FROM past_spend_slices
WHERE since = $11
UNION ALL
SELECT account, app FROM spend_changes
WHERE entry = $12
UNION ALL
SELECT account, app FROM cohort_slices
WHERE since = $13
UNION ALL
SELECT account, app FROM past_cohort_slices
WHERE since = $14
UNION ALL
SELECT account, app FROM cohort_changes
WHERE entry = $15
UNION ALL
SELECT account, app FROM share_slices
WHERE since = $16
UNION ALL
SELECT account, app FROM past_share_slices
WHERE since = $17
UNION ALL
SELECT account, app FROM share_changes
WHERE entry = $18
)
-- $1 entry 7
-- $2 entry 7
-- $3 entry 7
-- $4 entry 7
-- $5 entry 7
-- $6 entry 7
-- $7 entry 7
-- $8 entry 7
-- $9 entry 7
-- $10 entry 7
-- $11 entry 7
-- $12 entry 7
-- $13 entry 7
-- $14 entry 7
-- $15 entry 7
-- $16 entry 7
-- $17 entry 7
-- $18 entry 7
