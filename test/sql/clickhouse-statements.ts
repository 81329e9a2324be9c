import type { ReportPlan } from '../../src/reporting/report-plan.ts'
import { clickhouseDialect, splitTotals } from '../../src/storage/clickhouse/clickhouse-dialect.ts'
import { compilePlan } from '../../src/storage/sql/compile-plan.ts'
import type { Labels } from '../../src/storage/sql/labels.ts'
import type { CompiledQuery } from '../../src/storage/sql/parameter-list.ts'

/** The state after entry 7, of which 3 and 5 were given up. */
const state = { last: 7, hidden: [3, 5, 8] }

/** The statements of a plan: for its totals, and for its rows. */
export function clickhouseStatements(plan: ReportPlan, labels: Labels): CompiledQuery[] {
  const dialect = clickhouseDialect(labels, state)
  const { totals, rows } = splitTotals(plan)
  return [totals, rows].flatMap((part) => (part ? [compilePlan(part, dialect)] : []))
}
