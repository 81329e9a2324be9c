SELECT network, CAST(coalesce(sum(clicks), 0) AS BIGINT) AS clicks, count(clicks) AS clicks_rows, CAST(coalesce(sum(impressions) FILTER (WHERE clicks IS NOT NULL), 0) AS BIGINT) AS clicks_impressions, CAST(coalesce(sum(requests) FILTER (WHERE requests IS NOT NULL AND matched_requests IS NOT NULL), 0) AS BIGINT) AS fillable_requests, CAST(coalesce(sum(matched_requests) FILTER (WHERE requests IS NOT NULL AND matched_requests IS NOT NULL), 0) AS BIGINT) AS filled_requests, count(*) FILTER (WHERE requests IS NOT NULL AND matched_requests IS NOT NULL) AS fill_rows
FROM figures
WHERE account = $1 AND day BETWEEN $2 AND $3
GROUP BY network
ORDER BY [1, 2, 0][network + 1]
-- $1 account 1
-- $2 day 20513
-- $3 day 20519
