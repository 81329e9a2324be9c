/** Other interfaces' names of parameters. The values are parameters, or a sentence that says what to do. */
export const parameterSynonyms: Readonly<Record<string, string>> = {
  ...each('country', 'geo', 'geos', 'countries', 'country_code', 'country_codes', 'region'),
  ...each('network', 'ad_network', 'ad_networks', 'networks', 'ad_source'),
  ...each('ad_format', 'ad_formats', 'formats', 'ad_type', 'creative_type', 'ad_unit_type'),
  ...each('ad_format_not', 'format_not'),
  ...each('ad_tag', 'tag', 'ad_tags', 'ad_unit', 'ad_units'),
  ...each('rung', 'instance', 'rungs', 'waterfall_entry'),
  ...each('app_id', 'app', 'apps', 'app_ids', 'id', 'ids', 'application', 'app_key'),
  ...each('platform', 'platforms', 'os', 'store'),
  ...each('dimensions', 'group_by', 'groupby', 'group', 'breakdown', 'breakdowns', 'by'),
  ...each('dimensions', 'granularity', 'interval', 'segment'),
  ...each('metrics', 'columns', 'measures', 'fields', 'select'),
  ...each('start_date', 'from', 'start', 'since', 'startdate', 'date_from', 'first_day'),
  ...each('end_date', 'to', 'end', 'until', 'enddate', 'date_to', 'last_day'),
  ...each('order_by', 'sort', 'order', 'sort_by', 'orderby', 'sorting'),
  ...each('having', 'metric_filters', 'metric_filter', 'threshold', 'where'),
  ...each('limit', 'page_size', 'per_page', 'max_rows', 'count', 'top'),
  ...each('compare', 'compare_to', 'comparison', 'previous'),
  ...each('format', 'output', 'output_format', 'response_format', 'type'),
  ...each('include', 'with', 'total_rows', 'freshness'),
  ...each('days', 'last', 'period', 'date_range', 'range', 'last_days', 'date_preset'),
  ...each('is not a parameter: pass start_date and end_date, or days', 'date', 'day'),
  ...each(
    'is not a parameter: pass the next_cursor of the page before as cursor',
    ...['page', 'offset', 'skip'],
  ),
  ...each(
    "is not a parameter: days are each network's own, and daily figures cannot be divided again",
    ...['timezone', 'time_zone', 'tz'],
  ),
  ...each(
    "is not a parameter: money is in the account's currency. Request it as a column with dimensions=currency",
    ...['currency', 'currencies'],
  ),
  ...each(
    'cannot be filtered by: use app_id, and request app_name as a dimension',
    ...['app_name', 'app_names', 'name'],
  ),
  ...each('is accepted only in the body of a POST request', 'filters', 'filter'),
}

/** Other interfaces' names of dimensions. */
export const dimensionSynonyms: Readonly<Record<string, string>> = {
  ...each('date', 'day', 'days', 'time', 'daily'),
  ...each('week', 'weekly'),
  ...each('month', 'monthly'),
  ...each('app_id', 'app', 'apps', 'application'),
  ...each('app_name', 'name', 'title'),
  ...each('country', 'geo', 'country_code', 'countries', 'region'),
  ...each('network', 'ad_network', 'networks', 'ad_source'),
  ...each('ad_format', 'format', 'ad_type', 'creative_type'),
  ...each('ad_tag', 'tag', 'ad_unit'),
  ...each('rung', 'instance', 'waterfall_entry'),
  ...each('platform', 'os', 'store'),
}

/** Other interfaces' names of metrics. */
export const metricSynonyms: Readonly<Record<string, string>> = {
  ...each('revenue', 'earnings', 'estimated_earnings', 'income', 'revenue_in_cents', 'money'),
  ...each('ecpm', 'cpm', 'ecpm_cents', 'rpm', 'observed_ecpm'),
  ...each('impressions', 'views', 'shows', 'imps'),
  ...each('clicks', 'taps'),
  ...each('requests', 'ad_requests'),
  ...each('matched_requests', 'fills', 'matches'),
  ...each('fill_rate', 'match_rate', 'fillrate', 'fill'),
}

/** @param meant a name, or a sentence */
function each(meant: string, ...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, meant]))
}
