import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { Dimension } from '../../reporting/report-request.ts'
import { columnNames, type PlanRows } from './plan-rows.ts'
import type { SqlDialect } from './sql-dialect.ts'

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
