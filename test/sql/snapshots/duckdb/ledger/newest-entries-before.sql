SELECT DISTINCT entry
FROM changes
WHERE account = $1 AND entry < $2
ORDER BY entry DESC LIMIT $3
-- $1 account 1
-- $2 entry 6
-- $3 number 51
