SELECT day - DATE '1970-01-01', network,
  max(most_restatements), max(last_change), array_agg(import_id)
FROM (
  SELECT day, network, import_id, max(restatements) AS most_restatements, max(changed) AS last_change
  FROM (
  SELECT day, app, network, restatements, changed, import_id
  FROM slices
  WHERE account = $1 AND day BETWEEN $2 AND $3
)
  GROUP BY day, network, import_id
)
GROUP BY day, network
-- $1 account 1
-- $2 day 20513
-- $3 day 20519
