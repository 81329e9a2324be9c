import type { PlanTable } from '../../reporting/report-plan.ts'
import { figureColumns, sliceColumns } from '../../staging/columns.ts'
import type { Labels } from '../sql/labels.ts'
import type { SqlDialect } from '../sql/sql-dialect.ts'

const tableColumns: Record<PlanTable, string> = { figures: figureColumns, slices: sliceColumns }

/**
 * DuckDB's way of writing queries over the tables of `schema.ts`.
 *
 * @param entryAt finds the last ledger entry that was committed by an instant
 */
export function duckdbDialect(labels: Labels, entryAt: (epochMs: number) => number): SqlDialect {
  return {
    labels,
    table: (table, asOfMs) => (asOfMs === undefined ? table : standingAt(table, entryAt(asOfMs))),
    placeholder: (position) => `$${position}`,
    total: (column) => `CAST(coalesce(sum(${column}), 0) AS BIGINT)`,
    // The engine adds up 64 bits in 128.
    wide: (column) => column,
    dayNumber: (day) => `${day} - DATE '1970-01-01'`,
    clampDays: (days) => days,
    newest: (column) => column,
    positionIn: (placeholders, column) => `list_position([${placeholders.join(', ')}], ${column})`,
  }
}

/** The rows that stood when a ledger entry was the last. */
function standingAt(table: PlanTable, entry: number): string {
  const read = tableColumns[table]
  return `(
  SELECT ${read} FROM ${table} WHERE since <= ${entry}
  UNION ALL
  SELECT ${read} FROM past_${table} WHERE since <= ${entry} AND until > ${entry}
)`
}
