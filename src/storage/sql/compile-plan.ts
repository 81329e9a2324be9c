import { isOfSlices } from '../../reporting/plan-report.ts'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { Dimension } from '../../reporting/report-request.ts'
import type { CompiledQuery } from './parameter-list.ts'
import { isLayered, PlanLayers } from './plan-layers.ts'
import { columnNames, PlanRows, type RowSource } from './plan-rows.ts'
import { sortKey } from './sort-keys.ts'
import type { SqlDialect } from './sql-dialect.ts'
import { sumNames } from './sum-names.ts'

/**
 * Compiles a plan into one query. Its columns are the dimensions, then the sums. Totals come before
 * all other rows; the dimensions that they do not have are null. A plan of two ranges or of filled days
 * also has a row's status after its sums, then the sums and the status of the comparison.
 */
export function compilePlan(plan: ReportPlan, dialect: SqlDialect): CompiledQuery {
  if (isLayered(plan)) return new PlanLayers(plan, dialect).answer()
  const rows = new PlanRows(plan, dialect)
  const source = rows.source(plan.table, plan.days)
  const isPlain = hasStoredRows(plan, dialect)
  const sums = isPlain ? dialect.plainSums! : source.sums
  const columns = [
    ...plan.dimensions.map((dimension) => dimensionColumn(dimension, source, dialect)),
    ...plan.sums.map((sum) => `${sums[sum]} AS ${sumNames[sum]}`),
  ]
  const { presence } = source
  const lines = [
    `SELECT ${columns.join(', ')}`,
    `FROM ${source.from}`,
    ...(source.where === null ? [] : [`WHERE ${source.where}`]),
    ...(isPlain ? [] : groupBy(plan)),
    ...(presence && plan.dimensions.length > 0 ? [`HAVING ${presence}`] : []),
    ...orderBy(plan, dialect, rows),
  ]
  return rows.list.query(lines.join('\n'))
}

/** Compiles the query that counts a plan's rows. */
export function compileCount(plan: ReportPlan, dialect: SqlDialect): CompiledQuery {
  // Without dimensions there is always one row, if nothing is asked of it.
  if (plan.dimensions.length === 0 && !plan.having) return { text: 'SELECT 1', parameters: [] }
  const { order: _, limit: _limit, offset: _offset, ...rest } = plan
  const all = { ...rest, sorted: false, totals: null }
  const table = !plan.kinds && isOfSlices(plan) ? 'slices' : plan.table
  // Conditions need their sums, and so do differences of kinds of fact.
  const whole: ReportPlan = plan.having || plan.kinds ? all : { ...all, table, sums: [] }
  const { text, parameters } = isLayered(whole)
    ? new PlanLayers(whole, dialect).all()
    : compilePlan(whole, dialect)
  return { text: `SELECT count(*) FROM (\n${text}\n)`, parameters }
}

/** Whether every row of an answer is one stored row, so that nothing has to be grouped. */
function hasStoredRows(plan: ReportPlan, { plainSums, labels }: SqlDialect): boolean {
  const { table, account, apps, dimensions, totals } = plan
  if (!plainSums || table !== 'figures' || totals) return false
  const has = (dimension: Dimension) => dimensions.includes(dimension)
  return (
    (['day', 'network', 'format', 'country'] as const).every(has) &&
    (has('app') || apps?.length === 1) &&
    (has('adTag') || labels.of(account).setOf('ad_tag').names.length < 2)
  )
}

function dimensionColumn(dimension: Dimension, source: RowSource, dialect: SqlDialect): string {
  const name = columnNames[dimension]
  if (dimension === 'week' || dimension === 'month')
    return `${dialect.periods[dimension]('day')} AS ${name}`
  const group = source.groups[name]
  return group === undefined || group === name ? name : `${group} AS ${name}`
}

function groupBy({ dimensions, totals }: ReportPlan): string[] {
  if (dimensions.length === 0) return []
  const names = (some: readonly Dimension[]) => some.map((one) => columnNames[one]).join(', ')
  const group = names(dimensions)
  if (!totals) return [`GROUP BY ${group}`]
  return [`GROUP BY GROUPING SETS ((${group}), (${names(totals)}))`]
}

function orderBy(plan: ReportPlan, dialect: SqlDialect, rows: PlanRows): string[] {
  const { dimensions, totals, sorted } = plan
  const addedUp = totals && dimensions.find((dimension) => !totals.includes(dimension))
  const keys = sorted ? dimensions.map((dimension) => sortKey(dimension, plan, dialect, rows)) : []
  if (addedUp && sorted && addedUp === dimensions[0]) keys[0] = `${keys[0]} NULLS FIRST`
  else if (addedUp) keys.unshift(`${columnNames[addedUp]} IS NOT NULL`)
  return keys.length === 0 ? [] : [`ORDER BY ${keys.join(', ')}`]
}
