import { type ParameterName, parameterNames } from '../reporting/question/vocabulary.ts'
import { camelCase } from '../values/letter-case.ts'
import { type TakenValues, takes } from './command-fields.ts'

/** The help's texts about parameters of the report endpoint that are options. */
const texts: Readonly<Partial<Record<ParameterName, string>>> = {
  start_date: 'the first day',
  end_date: 'the last day',
  days: 'instead of both: last_28, yesterday, month_to_date, previous_month or another name',
  dimensions: 'columns to group by, such as month,country',
  metrics: 'figures to show, such as impressions,revenue,ecpm',
  app_id: 'only these apps',
  app_id_not: 'without these apps',
  platform: 'only apps for ios, android or amazon',
  platform_not: 'without apps for these platforms',
  network: 'only these networks',
  network_not: 'without these networks',
  ad_format: 'only these ad formats',
  ad_format_not: 'without these ad formats',
  country: 'only these countries',
  country_not: 'without these countries',
  ad_tag: 'only these ad tags',
  ad_tag_not: 'without these ad tags',
  source: 'only users of these sources, of those that count',
  source_not: 'without users of these sources',
  order_by: 'sort by these, such as revenue:desc,date',
  having: 'only rows with these, such as revenue:gte:100,impressions:gt:0',
  limit: 'the maximum number of rows',
  compare: 'previous_period, previous_month or another one, or the first day of another range',
  compare_days: 'reported: only days that a network reported in both ranges',
  fill: 'dates: a row for every day, week or month',
  include: 'also give total_rows (the rows of all pages), freshness or citation',
  as_of: 'the figures that were current at this time, such as 2026-03-01T09:30:00Z',
}

export const questionParameters = parameterNames.filter((name) => texts[name] !== undefined)

/** Parameters of the report endpoint as options; lists are separated by commas, or repeated. */
export const questionOptions = (names: readonly ParameterName[]): TakenValues =>
  Object.fromEntries(
    names.map((name) => [camelCase(name), takes('<value>', texts[name] ?? '', { repeats: true })]),
  )

/** The parameters that were given as options. */
export function questionOf(
  options: object,
  names: readonly ParameterName[],
): Record<string, readonly string[]> {
  const given = options as Readonly<Record<string, readonly string[] | undefined>>
  const values = names.map((name) => [name, given[camelCase(name)]])
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}
