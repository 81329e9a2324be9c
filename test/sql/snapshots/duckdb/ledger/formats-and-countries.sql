SELECT format, country
FROM figures
WHERE account = $1
GROUP BY format, country
-- $1 account 1
