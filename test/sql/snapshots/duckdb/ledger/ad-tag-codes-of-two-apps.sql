SELECT ad_tag
FROM figures
WHERE account = $1 AND app IN ($2, $3)
GROUP BY ad_tag
ORDER BY ad_tag LIMIT $4
-- $1 account 1
-- $2 app 3
-- $3 app 8
-- $4 number 1001
