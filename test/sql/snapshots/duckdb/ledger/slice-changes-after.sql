SELECT entry, day - DATE '1970-01-01', app, network,
  old_impressions, coalesce(old_clicks, 0), coalesce(old_installs, 0), old_revenue_micros,
  new_impressions, coalesce(new_clicks, 0), coalesce(new_installs, 0), new_revenue_micros
FROM changes
WHERE account = $1 AND entry >= $2 AND (entry, day - DATE '1970-01-01', app, network) > ($2, $3, $4, $5)
ORDER BY entry, day, app, network LIMIT $6
-- $1 account 1
-- $2 entry 4
-- $3 number 20513
-- $4 app 11
-- $5 network 2
-- $6 number 201
