SELECT DISTINCT network
FROM (
  SELECT network
  FROM slices
  WHERE account = $1
)
-- $1 account 1
