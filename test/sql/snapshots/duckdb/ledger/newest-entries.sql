SELECT DISTINCT entry
FROM changes
WHERE account = $1
ORDER BY entry DESC LIMIT $2
-- $1 account 1
-- $2 number 51
