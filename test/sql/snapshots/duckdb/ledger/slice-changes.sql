SELECT entry, day - DATE '1970-01-01', app, network,
  old_impressions, coalesce(old_clicks, 0), coalesce(old_installs, 0), old_revenue_micros,
  new_impressions, coalesce(new_clicks, 0), coalesce(new_installs, 0), new_revenue_micros
FROM changes
WHERE account = $1
ORDER BY entry, day, app, network LIMIT $2
-- $1 account 1
-- $2 number 201
