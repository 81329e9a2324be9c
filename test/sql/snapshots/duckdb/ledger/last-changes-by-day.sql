SELECT day - DATE '1970-01-01' AS day_number, max(entry)
FROM changes
WHERE account = $1 AND entry BETWEEN $2 AND $3
GROUP BY day ORDER BY day_number
-- $1 account 1
-- $2 entry 3
-- $3 entry 7
