import type { ReportPlan } from '../../reporting/report-plan.ts'
import { figureColumns, sliceVersionColumns } from '../../staging/columns.ts'
import type { Labels } from '../sql/labels.ts'
import type { AppGroupColumn, BindNumbers, GroupedApps, SqlDialect } from '../sql/sql-dialect.ts'
import { factSums, sumsOverRows } from './row-sums.ts'

const tableColumns = { figures: figureColumns, slices: sliceVersionColumns }

/**
 * The dialect for DuckDB's tables.
 *
 * @param entryAt finds the last ledger entry committed at or before an instant
 */
export function duckdbDialect(labels: Labels, entryAt: (epochMs: number) => number): SqlDialect {
  const at = (
    table: string,
    columns: string,
    { asOfMs, entry }: Pick<ReportPlan, 'asOfMs' | 'entry'>,
  ) => {
    if (entry !== undefined) return rowsAt(table, columns, entry)
    return asOfMs === undefined ? table : rowsAt(table, columns, entryAt(asOfMs))
  }
  return {
    labels,
    table: (table, plan) => at(table, tableColumns[table], plan),
    rowsOf: ({ tables, rowKey, rowNumbers }, where, plan) => {
      const columns = [rowKey, ...rowNumbers].join(', ')
      const read = plan.since === undefined ? columns : `${columns}, since`
      return `(SELECT ${columns} FROM ${at(tables.rows, read, plan)} WHERE ${where})`
    },
    slicesOf: ({ tables, sliceKey }, where, plan) =>
      `(SELECT ${sliceKey} FROM ${at(tables.slices, sliceKey, plan)} WHERE ${where})`,
    versionsOf: ({ tables, versionColumns }, entry) => at(tables.slices, versionColumns, { entry }),
    noNumber: 'NULL::BIGINT',
    factSums,
    sliceTables: ({ tables: { slices } }) => [slices, `past_${slices}`],
    placeholder: (position) => `$${position}`,
    sums: sumsOverRows,
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
    laterDay: (day, days) => `(${day} + (${days})::INTEGER)`,
    clampDays: (days) => days,
    newest: (column) => column,
    positionIn: (placeholders, column) => `list_position([${placeholders.join(', ')}], ${column})`,
  }
}

/** The rows that were visible when a ledger entry was the last. */
function rowsAt(table: string, read: string, entry: number): string {
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
