SELECT format
FROM figures
WHERE account = $1
GROUP BY format
ORDER BY format LIMIT $2
-- $1 account 1
-- $2 number 1001
