SELECT country, impressions, clicks, revenue_micros, clicks_rows, clicks_impressions
FROM (
SELECT country, CAST(coalesce(sum(impressions), 0) AS BIGINT) AS impressions, CAST(coalesce(sum(clicks), 0) AS BIGINT) AS clicks, CAST(coalesce(sum(revenue_micros), 0) AS BIGINT) AS revenue_micros, count(clicks) AS clicks_rows, CAST(coalesce(sum(impressions) FILTER (WHERE clicks IS NOT NULL), 0) AS BIGINT) AS clicks_impressions
FROM figures
WHERE account = $1 AND day BETWEEN $2 AND $3
GROUP BY country
) AS answer
ORDER BY CASE WHEN (impressions)::HUGEINT = 0 THEN 0 ELSE CASE WHEN revenue_micros < 0 THEN -((-2 * (revenue_micros)::HUGEINT * 10 + (impressions)::HUGEINT) // (2 * (impressions)::HUGEINT)) ELSE (2 * (revenue_micros)::HUGEINT * 10 + (impressions)::HUGEINT) // (2 * (impressions)::HUGEINT) END END DESC NULLS LAST, CASE WHEN clicks_rows = 0 THEN NULL ELSE CASE WHEN (clicks_impressions)::HUGEINT = 0 THEN 0 ELSE CASE WHEN clicks < 0 THEN -((-2 * (clicks)::HUGEINT * 1000000 + (clicks_impressions)::HUGEINT) // (2 * (clicks_impressions)::HUGEINT)) ELSE (2 * (clicks)::HUGEINT * 1000000 + (clicks_impressions)::HUGEINT) // (2 * (clicks_impressions)::HUGEINT) END END END NULLS LAST, country
LIMIT 10 OFFSET 20
-- $1 account 1
-- $2 day 20513
-- $3 day 20519
