SELECT account, network, max(day) - DATE '1970-01-01'
FROM (
  SELECT account, day, app, network
  FROM slices
  WHERE day BETWEEN $1 AND $2
)
GROUP BY account, network
-- $1 day 20513
-- $2 day 20519
