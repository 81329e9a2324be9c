/** Columns of the file. */
export const figuresTable = `CREATE TABLE figures (date date NOT NULL, app_id text NOT NULL,
  network text NOT NULL, format text NOT NULL, country text NOT NULL, impressions bigint NOT NULL,
  clicks bigint, installs bigint, revenue numeric(18, 6) NOT NULL)`

const sums =
  'sum(impressions)::bigint AS impressions, sum(clicks)::bigint AS clicks, sum(installs)::bigint AS installs, sum(revenue) AS revenue'
const range = 'WHERE app_id = app AND date BETWEEN since AND until'
const returned = 'impressions bigint, clicks bigint, installs bigint, revenue numeric'

/**
 * The additions that a user would make once the rows are there: an index, sums by day for the questions
 * about sums, and a function for each question.
 */
export const figuresViews: readonly string[] = [
  'CREATE INDEX ON figures (app_id, date)',
  `CREATE MATERIALIZED VIEW network_days AS
    SELECT app_id, date, network, ${sums} FROM figures GROUP BY app_id, date, network
    ORDER BY app_id, date`,
  'CREATE INDEX ON network_days (app_id, date)',
  `CREATE MATERIALIZED VIEW app_days AS
    SELECT app_id, date, ${sums} FROM network_days GROUP BY app_id, date ORDER BY app_id, date`,
  `CREATE FUNCTION app_figures(app text, since date, until date) RETURNS SETOF figures
    LANGUAGE sql STABLE AS $$ SELECT * FROM figures ${range} ORDER BY date, network, format, country $$`,
  `CREATE TYPE network_sums AS (network text, ${returned})`,
  `CREATE FUNCTION app_networks(app text, since date, until date) RETURNS SETOF network_sums
    LANGUAGE sql STABLE AS $$ SELECT network, ${sums} FROM network_days ${range}
      GROUP BY network ORDER BY revenue DESC $$`,
  `CREATE TYPE app_sums AS (app_id text, ${returned})`,
  `CREATE FUNCTION apps_sums(since date, until date) RETURNS SETOF app_sums
    LANGUAGE sql STABLE AS $$ SELECT app_id, ${sums} FROM app_days
      WHERE date BETWEEN since AND until GROUP BY app_id $$`,
  'VACUUM ANALYZE',
]
