SELECT entry, network, network_count
FROM (
  SELECT entry, network, row_number() OVER (PARTITION BY entry ORDER BY network) AS place,
    count(*) OVER (PARTITION BY entry) AS network_count
  FROM (
    SELECT DISTINCT entry, network
    FROM changes
    WHERE account = {p1:UInt32}
      AND entry BETWEEN {p2:UInt32} AND {p3:UInt32}
  ) AS found
) AS counted
WHERE place <= 20
-- p1 1
-- p2 2
-- p3 7
