SELECT day - DATE '1970-01-01', network,
  max(most_restatements), max(last_change), array_agg(import_id)
FROM (
  SELECT day, network, import_id, max(restatements) AS most_restatements, max(changed) AS last_change
  FROM (
  SELECT day, app, network, restatements, changed, import_id
  FROM slices
  WHERE account = $1 AND app IN ($2, $3) AND day BETWEEN $4 AND $5
)
  GROUP BY day, network, import_id
)
GROUP BY day, network
-- $1 account 1
-- $2 app 3
-- $3 app 8
-- $4 day 20513
-- $5 day 20519
