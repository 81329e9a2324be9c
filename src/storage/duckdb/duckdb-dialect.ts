import type { PlanTable } from '../../reporting/report-plan.ts'
import { figureColumns, sliceVersionColumns } from '../../staging/columns.ts'
import type { Labels } from '../sql/labels.ts'
import type { AppGroupColumn, BindNumbers, GroupedApps, SqlDialect } from '../sql/sql-dialect.ts'
import { rowSums } from './row-sums.ts'

const tableColumns: Record<PlanTable, string> = {
  figures: figureColumns,
  slices: sliceVersionColumns,
}

/**
 * The dialect for DuckDB's tables.
 *
 * @param entryAt finds the last ledger entry committed at or before an instant
 */
export function duckdbDialect(labels: Labels, entryAt: (epochMs: number) => number): SqlDialect {
  return {
    labels,
    table: (table, { asOfMs, entry }) => {
      if (entry !== undefined) return rowsAt(table, entry)
      return asOfMs === undefined ? table : rowsAt(table, entryAt(asOfMs))
    },
    sliceTables: ['slices', 'past_slices'],
    placeholder: (position) => `$${position}`,
    sums: rowSums,
    total: (column) => `CAST(coalesce(sum(${column}), 0) AS BIGINT)`,
    periods: {
      day: (day) => day,
      week: (day) => `${day} - (isodow(${day}) - 1)::INTEGER`,
      month: (day) => `CAST(date_trunc('month', ${day}) AS DATE)`,
    },
    periodAt: (dayNumber) => `DATE '1970-01-01' + (${dayNumber})::INTEGER`,
    valuesOf: (bind, values, name) => `(SELECT unnest(${bind(values)}::UINTEGER[]) AS ${name})`,
    int128: (expression) => `(${expression})::HUGEINT`,
    quotient: (top, bottom) => `(${top}) // (${bottom})`,
    byte: (expression) => `(${expression})::UTINYINT`,
    lookup: (bind, values, index) =>
      `list_extract(${bind(values)}::UINTEGER[], (${index})::INTEGER + 1)`,
    groupApps,
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

/** Joins with bound lists: an account may have thousands of apps. */
function groupApps(
  bind: BindNumbers,
  apps: readonly number[],
  groups: readonly AppGroupColumn[],
): GroupedApps {
  const unnested = [{ name: 'app', codes: apps }, ...groups].map(
    ({ name, codes }) => `unnest(${bind(codes)}::UINTEGER[]) AS ${name}`,
  )
  return {
    join: ` JOIN (SELECT ${unnested.join(', ')}) AS grouped_apps USING (app)`,
    conditions: [],
    columns: groups.map(({ name }) => name),
  }
}
