import type { Sum } from '../../reporting/metrics.ts'
import type { PlanTable } from '../../reporting/report-plan.ts'
import { packCountry } from '../../values/country.ts'
import type { SqlDialect } from '../sql/sql-dialect.ts'
import type { Labels } from './labels.ts'
import { figureColumns, sliceColumns } from './schema.ts'

const tableColumns: Record<PlanTable, string> = { figures: figureColumns, slices: sliceColumns }

const columns: Record<Sum, string> = {
  impressions: 'impressions',
  clicks: 'clicks',
  installs: 'installs',
  revenueMicros: 'revenue_micros',
}

/**
 * DuckDB's way of writing queries over the tables of `schema.ts`.
 *
 * @param entryAt finds the last ledger entry that was committed by an instant
 */
export function duckdbDialect(labels: Labels, entryAt: (epochMs: number) => number): SqlDialect {
  return {
    table: (table, asOfMs) => (asOfMs === undefined ? table : standingAt(table, entryAt(asOfMs))),
    sumColumn: (sum) => columns[sum],
    placeholder: (position) => `$${position}`,
    total: (column) => `CAST(coalesce(sum(${column}), 0) AS BIGINT)`,
    encodeLabel: (column, label) =>
      column === 'country' ? packCountry(label) : labels[column].codeOf(label),
    sortKey: (dimension) => {
      if (dimension !== 'network' && dimension !== 'format') return dimension
      const ranks = labels[dimension].ranks()
      const sorted = ranks.every((rank, code) => rank === code)
      return sorted ? dimension : `[${ranks.join(', ')}][${dimension} + 1]`
    },
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
