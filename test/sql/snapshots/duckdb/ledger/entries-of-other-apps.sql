SELECT DISTINCT entry
FROM changes
WHERE NOT (account = $1 AND app IN ($2, $3))
  AND entry IN ($4, $5)
-- $1 account 1
-- $2 app 3
-- $3 app 8
-- $4 entry 7
-- $5 entry 4
