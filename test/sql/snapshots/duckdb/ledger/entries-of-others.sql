SELECT DISTINCT entry
FROM changes
WHERE NOT (account = $1)
  AND entry IN ($2, $3, $4)
-- $1 account 1
-- $2 entry 7
-- $3 entry 4
-- $4 entry 2
