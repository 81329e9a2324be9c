SELECT last_entry, day_number, app, network, is_there, impressions, revenue_micros
FROM (
  SELECT max(entry) AS last_entry, day - DATE '1970-01-01' AS day_number, app, network,
    max_by(CASE WHEN new_impressions IS NULL THEN 0 ELSE 1 END, entry) AS is_there,
    max_by(coalesce(new_impressions, 0), entry) AS impressions,
    max_by(coalesce(new_revenue_micros, 0), entry) AS revenue_micros
  FROM changes
  WHERE account = $2 AND entry BETWEEN $1 AND $3 AND day BETWEEN $4 AND $5
  GROUP BY day, app, network
)
WHERE true AND is_there = 1
ORDER BY last_entry, day_number, app, network LIMIT $6
-- $1 entry 0
-- $2 account 1
-- $3 entry 7
-- $4 day 20513
-- $5 day 20519
-- $6 number 201
