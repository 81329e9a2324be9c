SELECT count(*), min(day) - DATE '1970-01-01', max(day) - DATE '1970-01-01'
FROM (
  SELECT day
  FROM slices
  WHERE account = $1
)
-- $1 account 1
