import type { Sum } from '../../reporting/measures.ts'
import { packCountry } from '../../values/country.ts'
import type { SqlDialect } from '../sql/sql-dialect.ts'
import type { Labels } from './labels.ts'

const columns: Record<Sum, string> = {
  impressions: 'impressions',
  clicks: 'clicks',
  installs: 'installs',
  revenueMicros: 'revenue_micros',
}

/** DuckDB's way of writing queries over the tables of `schema.ts`. */
export function duckdbDialect(labels: Labels): SqlDialect {
  return {
    table: (table) => table,
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
