import type { Sum } from '../../reporting/metrics.ts'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { Dimension } from '../../reporting/report-request.ts'
import type { AccountLabels, LabelColumn } from './labels.ts'
import { type CompiledQuery, membership, ParameterList } from './parameter-list.ts'
import type { SqlDialect } from './sql-dialect.ts'

const sumColumns: Readonly<Record<Sum, string>> = {
  impressions: 'impressions',
  clicks: 'clicks',
  installs: 'installs',
  revenueMicros: 'revenue_micros',
}

/**
 * Compiles a plan into one query. Its columns are the dimensions, then the sums. Totals come before
 * all other rows; the dimensions that they do not have are null.
 */
export function compilePlan(plan: ReportPlan, dialect: SqlDialect): CompiledQuery {
  const list = new ParameterList(dialect)
  const labels = dialect.labels.of(plan.account)
  const conditions = [`account = ${list.bind('account', plan.account)}`]
  let appPlaceholders: string[] = []
  if (plan.apps) {
    appPlaceholders = list.bindList('app', plan.apps)
    conditions.push(membership('app', appPlaceholders, plan.apps.length))
  }
  const { firstDay, lastDay } = plan.days
  conditions.push(`day BETWEEN ${list.bind('day', firstDay)} AND ${list.bind('day', lastDay)}`)
  const filter = (column: LabelColumn, names: readonly string[] | undefined) => {
    if (!names) return
    const codes = names.map((name) => labels.codeOf(column, name))
    const known = codes.filter((code) => code !== null)
    conditions.push(membership(column, list.bindList(column, known), known.length))
  }
  filter('network', plan.filters.networks)
  filter('format', plan.filters.formats)
  filter('country', plan.filters.countries)
  filter('ad_tag', plan.filters.adTags)
  conditions.push(...list.visibleRows())

  const columns = [
    ...plan.dimensions,
    ...plan.sums.map((sum) => `${dialect.total(sumColumns[sum])} AS ${sumColumns[sum]}`),
  ]
  const lines = [
    `SELECT ${columns.join(', ')}`,
    `FROM ${dialect.table(plan.table, plan.asOfMs)}`,
    `WHERE ${conditions.join(' AND ')}`,
    ...groupBy(plan),
    ...(dialect.presence && plan.dimensions.length > 0 ? [`HAVING ${dialect.presence}`] : []),
    ...orderBy(plan, dialect, appPlaceholders),
  ]
  return list.query(lines.join('\n'))
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
          : sortKey(dimension, dialect.labels.of(plan.account)),
      )
    : []
  if (addedUp && sorted && addedUp === dimensions[0]) keys[0] = `${keys[0]} NULLS FIRST`
  else if (addedUp) keys.unshift(`${addedUp} IS NOT NULL`)
  return keys.length === 0 ? [] : [`ORDER BY ${keys.join(', ')}`]
}

/** An expression that sorts rows by the names of a dimension, in UTF-8 byte order. */
function sortKey(dimension: Dimension, labels: AccountLabels): string {
  if (dimension !== 'network' && dimension !== 'format') return dimension
  const ranks = labels[dimension].ranks()
  const sorted = ranks.every((rank, code) => rank === code)
  return sorted ? dimension : `[${ranks.join(', ')}][${dimension} + 1]`
}

function ascending(keys: readonly number[] | null): boolean {
  return keys?.every((key, index) => index === 0 || key > keys[index - 1]!) ?? true
}
