SELECT entry, network, network_count
FROM (
  SELECT entry, network, row_number() OVER (PARTITION BY entry ORDER BY network) AS place,
    count(*) OVER (PARTITION BY entry) AS network_count
  FROM (
    SELECT DISTINCT entry, network
    FROM changes
    WHERE account = $1
      AND entry BETWEEN $2 AND $3
  ) AS found
) AS counted
WHERE place <= 20
-- $1 account 1
-- $2 entry 2
-- $3 entry 7
