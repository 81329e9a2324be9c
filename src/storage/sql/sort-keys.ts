import { type Metric, type MetricName, metrics } from '../../reporting/metrics.ts'
import { timeOf } from '../../reporting/periods.ts'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { Dimension, OrderTerm } from '../../reporting/report-request.ts'
import { rowStatus } from '../../reporting/report-store.ts'
import { appRank, columnNames, type PlanRows } from './plan-rows.ts'
import type { SqlDialect } from './sql-dialect.ts'
import { sumNames } from './sum-names.ts'

/** An expression that sorts rows by a dimension: names in UTF-8 byte order, apps as the plan has them. */
export function sortKey(
  dimension: Dimension,
  plan: ReportPlan,
  dialect: SqlDialect,
  rows: PlanRows,
): string {
  const name = columnNames[dimension]
  if (dimension === 'app' && !ascending(plan.apps)) return dialect.positionIn(rows.apps, name)
  if (dimension !== 'network' && dimension !== 'format' && dimension !== 'adTag') return name
  const column = dimension === 'adTag' ? 'ad_tag' : dimension
  const ranks = dialect.labels.of(plan.account)[column].ranks()
  const sorted = ranks.every((rank, code) => rank === code)
  if (sorted) return name
  // An account may have very many ad tags.
  if (dimension === 'adTag') return dialect.lookup(rows.list.bindNumbers, ranks, name)
  return `[${ranks.join(', ')}][${name} + 1]`
}

function ascending(keys: readonly number[] | null): boolean {
  return keys?.every((key, index) => index === 0 || key > keys[index - 1]!) ?? true
}

/**
 * The sort keys of a plan's finished rows: its order, then the remaining dimensions.
 *
 * @param hasStatuses whether rows have the column `status`
 */
export function orderBy(
  plan: ReportPlan,
  dialect: SqlDialect,
  rows: PlanRows,
  hasStatuses: boolean,
): string {
  const order = (plan.order ?? []).filter(isFirst)
  const rest = plan.dimensions.filter((one) => !order.some(({ by }) => by === one))
  const terms = [...order, ...rest.map((by) => ({ by, descending: false }))]
  const keyOf = (by: OrderTerm['by'], isGiven: boolean): string => {
    if (!isDimension(by, plan)) return metricKey(by, dialect, hasStatuses)
    if (timeOf([by])) return 'period'
    const isRanked = isGiven && by === 'app' && rows.groupNames.includes(appRank)
    return isRanked ? appRank : sortKey(by, plan, dialect, rows)
  }
  return terms
    .map(({ by, descending }, place) => {
      const direction = descending ? ' DESC' : ''
      const nulls = isDimension(by, plan) ? '' : ' NULLS LAST'
      return `${keyOf(by, place < order.length)}${direction}${nulls}`
    })
    .join(', ')
}

const isFirst = ({ by }: OrderTerm, place: number, all: readonly OrderTerm[]) =>
  all.findIndex((term) => term.by === by) === place

const isDimension = (by: OrderTerm['by'], { dimensions }: ReportPlan): by is Dimension =>
  dimensions.some((dimension) => dimension === by)

/** A metric as it is shown, rounded half away from zero; null where it is unknown. */
function metricKey(name: MetricName, dialect: SqlDialect, hasStatuses: boolean): string {
  const { known }: Metric = metrics[name]
  const cases = [
    ...(hasStatuses ? [`WHEN status = ${rowStatus.notReported} THEN NULL`] : []),
    ...(hasStatuses ? [`WHEN status = ${rowStatus.reportedNone} THEN 0`] : []),
    ...(known ? [`WHEN ${sumNames[known]} = 0 THEN NULL`] : []),
  ]
  const value = metricValue(metrics[name], dialect)
  return cases.length === 0 ? value : `CASE ${cases.join(' ')} ELSE ${value} END`
}

function metricValue({ of, per, factor }: Metric, { int128, quotient }: SqlDialect): string {
  const sum = sumNames[of]
  if (per === 1 && factor === 1) return sum
  const top = `${int128(sum)} * ${factor}`
  const bottom = typeof per === 'number' ? String(per) : int128(sumNames[per])
  // Half of the divisor is added to a size, because quotients lose their fraction.
  const rounded = (sign: '' | '-') => quotient(`${sign}2 * ${top} + ${bottom}`, `2 * ${bottom}`)
  const cases = [`WHEN ${bottom} = 0 THEN 0`, `WHEN ${sum} < 0 THEN -(${rounded('-')})`]
  return `CASE ${cases.join(' ')} ELSE ${rounded('')} END`
}
