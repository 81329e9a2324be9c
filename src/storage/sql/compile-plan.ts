import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { LabelColumn, ParameterType, SqlDialect, SqlParameter } from './sql-dialect.ts'

/** A statement and what is bound to its placeholders, in their order. */
export interface CompiledQuery {
  readonly text: string
  readonly parameters: readonly SqlParameter[]
}

/**
 * Writes the one query that answers a plan: the dimensions' columns, then the sums'. Totals come
 * before all other rows; in them, dimensions that they do not tell apart are null.
 */
export function compilePlan(plan: ReportPlan, dialect: SqlDialect): CompiledQuery {
  const parameters: SqlParameter[] = []
  const bind = (type: ParameterType, value: number): string => {
    parameters.push({ type, value })
    return dialect.placeholder(parameters.length, type)
  }
  const bindList = (type: ParameterType, values: readonly number[]): string[] => {
    if (values.length < 2 || !dialect.listPlaceholder) {
      return values.map((value) => bind(type, value))
    }
    parameters.push({ type, value: values })
    return [dialect.listPlaceholder(parameters.length, type)]
  }

  const conditions = [`account = ${bind('account', plan.account)}`]
  let appPlaceholders: string[] = []
  if (plan.apps) {
    appPlaceholders = bindList('app', plan.apps)
    conditions.push(membership('app', appPlaceholders, plan.apps.length))
  }
  const { firstDay, lastDay } = plan.days
  conditions.push(`day BETWEEN ${bind('day', firstDay)} AND ${bind('day', lastDay)}`)
  const filter = (dimension: LabelColumn, labels: readonly string[] | undefined) => {
    if (!labels) return
    const codes = labels.map((label) => dialect.encodeLabel(dimension, label))
    const known = codes.filter((code) => code !== null)
    conditions.push(membership(dimension, bindList(dimension, known), known.length))
  }
  filter('network', plan.filters.networks)
  filter('format', plan.filters.formats)
  filter('country', plan.filters.countries)
  filter('ad_tag', plan.filters.adTags)
  conditions.push(...(dialect.standing?.((ids) => bindList('entry', ids).join(', ')) ?? []))

  const columns = [
    ...plan.dimensions,
    ...plan.sums.map(
      (sum) => `${dialect.total(dialect.sumColumn(sum))} AS ${dialect.sumColumn(sum)}`,
    ),
  ]
  const lines = [
    `SELECT ${columns.join(', ')}`,
    `FROM ${dialect.table(plan.table, plan.asOfMs)}`,
    `WHERE ${conditions.join(' AND ')}`,
    ...groupBy(plan),
    ...(dialect.presence && plan.dimensions.length > 0 ? [`HAVING ${dialect.presence}`] : []),
    ...orderBy(plan, dialect, appPlaceholders),
  ]
  return { text: lines.join('\n'), parameters }
}

function membership(column: string, placeholders: readonly string[], count: number): string {
  if (count === 0) return 'false'
  if (count === 1) return `${column} = ${placeholders[0]}`
  return `${column} IN (${placeholders.join(', ')})`
}

function groupBy({ dimensions, totals }: ReportPlan): string[] {
  if (dimensions.length === 0) return []
  const group = dimensions.join(', ')
  if (!totals) return [`GROUP BY ${group}`]
  return [`GROUP BY GROUPING SETS ((${group}), (${totals.join(', ')}))`]
}

function orderBy(plan: ReportPlan, dialect: SqlDialect, apps: readonly string[]): string[] {
  const { dimensions, totals, sorted } = plan
  const addedUp = totals && dimensions.find((dimension) => !totals.includes(dimension))
  const keys = sorted
    ? dimensions.map((dimension) =>
        dimension === 'app' && !ascending(plan.apps)
          ? dialect.positionIn(apps, 'app')
          : dialect.sortKey(dimension),
      )
    : []
  if (addedUp && sorted && addedUp === dimensions[0]) keys[0] = `${keys[0]} NULLS FIRST`
  else if (addedUp) keys.unshift(`${addedUp} IS NOT NULL`)
  return keys.length === 0 ? [] : [`ORDER BY ${keys.join(', ')}`]
}

function ascending(keys: readonly number[] | null): boolean {
  return keys?.every((key, index) => index === 0 || key > keys[index - 1]!) ?? true
}
