SELECT day, CAST(coalesce(sum(impressions), 0) AS BIGINT) AS impressions, CAST(coalesce(sum(revenue_micros), 0) AS BIGINT) AS revenue_micros
FROM (
  SELECT day, account, app, network, import_id, row_count, impressions, clicks, installs, revenue_micros, fingerprint, fingerprint_version, since, changed, restatements FROM slices WHERE since <= 4
  UNION ALL
  SELECT day, account, app, network, import_id, row_count, impressions, clicks, installs, revenue_micros, fingerprint, fingerprint_version, since, changed, restatements FROM past_slices WHERE since <= 4 AND until > 4
)
WHERE account = $1 AND day BETWEEN $2 AND $3
GROUP BY day
ORDER BY day
-- $1 account 1
-- $2 day 20513
-- $3 day 20519
