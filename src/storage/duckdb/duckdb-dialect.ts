import type { PlanTable } from '../../reporting/report-plan.ts'
import { figureColumns, sliceColumns } from '../../staging/columns.ts'
import type { Labels } from '../sql/labels.ts'
import type { SqlDialect } from '../sql/sql-dialect.ts'

const tableColumns: Record<PlanTable, string> = { figures: figureColumns, slices: sliceColumns }

/**
 * The dialect for DuckDB's tables.
 *
 * @param entryAt finds the last ledger entry committed at or before an instant
 */
export function duckdbDialect(labels: Labels, entryAt: (epochMs: number) => number): SqlDialect {
  return {
    labels,
    table: (table, asOfMs) => (asOfMs === undefined ? table : rowsAt(table, entryAt(asOfMs))),
    sliceTables: ['slices', 'past_slices'],
    placeholder: (position) => `$${position}`,
    total: (column) => `CAST(coalesce(sum(${column}), 0) AS BIGINT)`,
    // The engine adds 64-bit columns in 128 bits.
    wide: (column) => column,
    dayNumber: (day) => `${day} - DATE '1970-01-01'`,
    clampDays: (days) => days,
    newest: (column) => column,
    positionIn: (placeholders, column) => `list_position([${placeholders.join(', ')}], ${column})`,
  }
}

/** The rows that were visible when a ledger entry was the last. */
function rowsAt(table: PlanTable, entry: number): string {
  const read = tableColumns[table]
  return `(
  SELECT ${read} FROM ${table} WHERE since <= ${entry}
  UNION ALL
  SELECT ${read} FROM past_${table} WHERE since <= ${entry} AND until > ${entry}
)`
}
