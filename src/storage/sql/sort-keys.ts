import { codeOfLabel } from '../../facts/label-names.ts'
import { isPacked } from '../../facts/packed-labels.ts'
import type { LabelKind } from '../../ledger/journal.ts'
import { changeDecimals, knownBy } from '../../reporting/derive-metric.ts'
import { labelOf } from '../../reporting/label-dimensions.ts'
import { type Metric, type MetricName, metrics, type Sum } from '../../reporting/metrics.ts'
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
  const label = labelOf(dimension)
  if (label === null || isPacked(codeOfLabel(label))) return name
  const ranks = dialect.labels
    .of(plan.account)
    .setOf(label as LabelKind)
    .ranks()
  const sorted = ranks.every((rank, code) => rank === code)
  if (sorted) return name
  // An account may have very many ad tags.
  if (codeOfLabel(label) === 32) return dialect.lookup(rows.list.bindNumbers, ranks, name)
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
  const keyOf = ({ by, of }: Omit<OrderTerm, 'descending'>, isGiven: boolean): string => {
    if (!isDimension(by, plan)) {
      if (of === 'change') return changeKey(by, plan, dialect, prefixOf('compared', plan))
      return metricKey(by, plan, dialect, hasStatuses, prefixOf(of, plan))
    }
    if (timeOf([by])) return 'period'
    const isRanked = isGiven && by === 'app' && rows.groupNames.includes(appRank)
    return isRanked ? appRank : sortKey(by, plan, dialect, rows)
  }
  return terms
    .map(({ descending, ...term }, place) => {
      const direction = descending ? ' DESC' : ''
      const nulls = isDimension(term.by, plan) ? '' : ' NULLS LAST'
      return `${keyOf(term, place < order.length)}${direction}${nulls}`
    })
    .join(', ')
}

const isFirst = ({ by, of }: OrderTerm, place: number, all: readonly OrderTerm[]) =>
  all.findIndex((term) => term.by === by && term.of === of) === place

/** The start of the names of a range's columns, see `PlanLayers`. */
function prefixOf(of: OrderTerm['of'], { comparedPairs }: ReportPlan): string {
  if (of === 'previous') return 'compared_'
  return of === 'compared' && comparedPairs ? 'comparable_' : ''
}

const isDimension = (by: OrderTerm['by'], { dimensions }: ReportPlan): by is Dimension =>
  dimensions.some((dimension) => dimension === by)

/**
 * A metric as it is shown, in units of its last decimal place, rounded half away from zero; null where it is
 * unknown.
 *
 * @param of starts the names of its sums
 */
export function metricKey(
  name: MetricName,
  plan: ReportPlan,
  dialect: SqlDialect,
  hasStatuses: boolean,
  of = '',
): string {
  const known = knownIn(name, plan)
  const cases = [
    ...(hasStatuses ? [`WHEN ${of}status = ${rowStatus.notReported} THEN NULL`] : []),
    ...(hasStatuses ? [`WHEN ${of}status = ${rowStatus.reportedNone} THEN 0`] : []),
    ...(known ? [`WHEN ${of}${sumNames[known]} = 0 THEN NULL`] : []),
  ]
  const value = metricValue(metrics[name], dialect, of)
  return cases.length === 0 ? value : `CASE ${cases.join(' ')} ELSE ${value} END`
}

const knownIn = (name: MetricName, { sums }: ReportPlan) =>
  knownBy(name, Object.fromEntries(sums.map((sum) => [sum, true])))

function metricValue({ of, per, factor }: Metric, dialect: SqlDialect, prefix: string): string {
  const { int128 } = dialect
  const sum = `${prefix}${sumNames[of]}`
  if (per === 1 && factor === 1) return sum
  const top = `${int128(sum)} * ${factor}`
  const bottom = typeof per === 'number' ? String(per) : int128(`${prefix}${sumNames[per]}`)
  const up = rounded(top, bottom, `${sum} < 0`, dialect)
  if (typeof per === 'number' || !isMoney(per)) {
    return `CASE WHEN ${bottom} = 0 THEN 0 ELSE ${up} END`
  }
  const down = rounded(`-(${top})`, `-${bottom}`, `${sum} > 0`, dialect)
  return `CASE WHEN ${bottom} = 0 THEN 0 WHEN ${bottom} > 0 THEN ${up} ELSE ${down} END`
}

/** Only money may be negative. */
const isMoney = (sum: Sum): boolean => sum.endsWith('Micros')

/** The change of a sum as it is shown; null where there is none. @param now starts the names of the sums that have changed */
function changeKey(name: MetricName, plan: ReportPlan, dialect: SqlDialect, now: string): string {
  const { of }: Metric = metrics[name]
  const known = knownIn(name, plan)
  const before = 'compared_'
  const [sum, sumBefore] = [now, before].map((side) => dialect.int128(`${side}${sumNames[of]}`))
  const isUnknown = (side: string) => `${side}${sumNames[known!]} = 0`
  const unknown = [
    `${before}status <> ${rowStatus.hasFigures}`,
    `${now}status = ${rowStatus.notReported}`,
    ...(known
      ? [`${now}status = ${rowStatus.hasFigures} AND ${isUnknown(now)}`, isUnknown(before)]
      : []),
    `${sumBefore} = 0`,
  ]
  const growth = `(${sum} - ${sumBefore}) * ${10 ** changeDecimals}`
  // Both are turned around where the sum before is negative, as those of ratios, so that the divisor is positive.
  const up = rounded(growth, sumBefore!, `${sum} < ${sumBefore}`, dialect)
  const down = rounded(`-(${growth})`, `-${sumBefore}`, `${sum} > ${sumBefore}`, dialect)
  const cases = unknown.map((one) => `WHEN ${one} THEN NULL`).join(' ')
  return `CASE ${cases} WHEN ${sumBefore} > 0 THEN ${up} ELSE ${down} END`
}

/** A quotient, rounded half away from zero. @param bottom positive @param isNegative whether `top` is */
function rounded(
  top: string,
  bottom: string,
  isNegative: string,
  { quotient }: SqlDialect,
): string {
  // Half of the divisor is added to a size, because quotients lose their fraction.
  const of = (sign: '' | '-') => quotient(`${sign}2 * ${top} + ${bottom}`, `2 * ${bottom}`)
  return `CASE WHEN ${isNegative} THEN -(${of('-')}) ELSE ${of('')} END`
}
