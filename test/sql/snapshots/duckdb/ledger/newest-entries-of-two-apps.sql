SELECT DISTINCT entry
FROM changes
WHERE account = $1 AND app IN ($2, $3) AND entry < $4
ORDER BY entry DESC LIMIT $5
-- $1 account 1
-- $2 app 3
-- $3 app 8
-- $4 entry 6
-- $5 number 51
