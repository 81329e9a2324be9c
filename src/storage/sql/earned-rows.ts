import { cohorts, maxAgeDays } from '../../facts/cohorts.ts'
import { figures } from '../../facts/figures.ts'
import { noAge } from '../../facts/packed-labels.ts'
import { notInCohorts } from '../../facts/rest-names.ts'
import { columnOf, sharedWith } from '../../reporting/stored-sums.ts'
import type { FactSelection } from './fact-selection.ts'

const slice = 'day, app, country'
const cohort = `${slice}, source, channel`
const numbers = [
  ...figures.rowNumbers.filter((column) => column !== 'revenue_micros' && column !== 'impressions'),
  ...cohorts.rowNumbers.map((column) => columnOf('cohorts', column)),
]

/**
 * Booked revenue by the cohorts that earned it, on the day on which they did, so that asking by channel or age never
 * changes a total. The rows are:
 *
 * - of each cohort of the primary source that knows its revenue up to an age and up to the day before: the difference,
 *   scaled by what is booked per revenue of the source of the same day, app and country. The source's revenue is that
 *   of its secondary report; where Adtally has none for the day and app, it is the booked one;
 * - as the channel `not_in_cohorts`, the rest of what is booked, which may be negative.
 *
 * Scaled revenue is rounded of sums over the cohorts of a day, app and country, in the order of channels and ages, and
 * each has its part of the sum: so all parts together are rounded once.
 *
 * @param cohortsOf the rows of the primary source of a selection
 */
export function earnedRows(
  selection: FactSelection,
  cohortsOf: (selection: FactSelection) => string,
): string {
  const { plan, dialect, whereOf, onDays } = selection
  const earnedOn = dialect.laterDay('day', 'age')
  const labels = dialect.labels.of(plan.account)
  const earlier = { ...selection, whereOf: (of?: number) => whereOf(of, maxAgeDays + 1) }
  const revenueOf = (account?: number) =>
    `SELECT ${slice}, sum(revenue_micros) AS micros FROM ${dialect.rowsOf(figures, whereOf(account), plan)} AS rows_of GROUP BY ${slice}`
  const reported = (plan.mediations ?? []).flatMap(({ source, reportId }) => {
    const code = labels.codeOf('source', source)
    return code === null ? [] : [`SELECT *, ${code} AS source FROM (${revenueOf(reportId)}) AS own`]
  })
  const isReported =
    reported.length === 0
      ? ''
      : 'WHERE (day, app, source) NOT IN (SELECT day, app, source FROM reported)'
  const share = (sum: string) =>
    dialect.quotient(`${dialect.int128('booked')} * ${dialect.int128(sum)}`, 'own')
  const columns = (revenue: string, measured: string, scaled: string) =>
    [
      `${plan.account} AS account`,
      '0 AS impressions',
      ...numbers.map((column) => `${dialect.noNumber} AS ${column}`),
      `CAST(${revenue} AS BIGINT) AS revenue_micros`,
      `${measured} AS ${columnOf('cohorts', 'earned_micros')}`,
      `${scaled} AS ${columnOf('cohorts', 'scaled_micros')}`,
      `true AS ${sharedWith('figures')}`,
    ].join(', ')
  return `(
  WITH booked AS (${revenueOf()}),
  told AS (SELECT ${cohort}, age, ${earnedOn} AS earned_on, ad_revenue_micros AS micros
    FROM ${cohortsOf(earlier)} AS stated
    WHERE ad_revenue_micros IS NOT NULL AND ${onDays(earnedOn, 1)}),
  followed AS (
    SELECT earned_on, app, country, source, channel, age, micros,
      sum(micros) OVER before AS micros_before,
      max(age) OVER before AS age_before, count(*) OVER before AS has_before
    FROM told
    WINDOW before AS (PARTITION BY ${cohort} ORDER BY age ROWS BETWEEN 1 PRECEDING AND 1 PRECEDING)
  ),
  earned AS (
    SELECT earned_on AS day, app, country, source, channel, age,
      micros - CAST(CASE WHEN age = 0 THEN 0 ELSE micros_before END AS BIGINT) AS measured
    FROM followed WHERE age = 0 OR (has_before = 1 AND age_before + 1 = age)
  ),
  ${reported.length === 0 ? '' : `reported AS (${reported.join(' UNION ALL ')}),`}
  own AS (
    ${reported.length === 0 ? '' : `SELECT ${slice}, source, micros AS own FROM reported UNION ALL`}
    SELECT ${slice}, source, micros AS own FROM booked JOIN (
      SELECT DISTINCT day, app, source FROM earned ${isReported}
    ) AS unreported USING (day, app)
  ),
  summed AS (
    SELECT ${slice}, channel, age, measured, own, micros AS booked,
      sum(measured) OVER (PARTITION BY ${slice}, source ORDER BY channel, age ROWS UNBOUNDED PRECEDING) AS up_to
    FROM earned JOIN booked USING (${slice}) JOIN own USING (${slice}, source)
    WHERE own > 0
  ),
  scaled AS (
    SELECT ${slice}, channel, age, measured,
      CAST(${share('up_to')} - ${share('up_to - measured')} AS BIGINT) AS micros
    FROM summed
  )
  SELECT ${slice}, channel, age, ${columns('micros', 'measured', 'micros')} FROM scaled
  UNION ALL
  SELECT ${slice}, ${labels.codeOf('channel', notInCohorts)} AS channel, ${noAge} AS age,
    ${columns('sum(micros)', dialect.noNumber, dialect.noNumber)}
  FROM (
    SELECT ${slice}, micros FROM booked UNION ALL SELECT ${slice}, -micros FROM scaled
  ) AS parts GROUP BY ${slice} HAVING sum(micros) <> 0
)`
}
