import { withoutFormula } from '../../../src/values/csv.ts'
import { formatMicros } from '../../../src/values/decimal.ts'
import type { Breakdown } from '../view/view.ts'
import { csvText } from './csv-text.ts'
import type { GroupRow } from './group-rows.ts'

/** Rows as CSV (RFC 4180). Amounts have all six decimals; percentages are fractions. */
export function rowsToCsv(by: Breakdown, currency: string, rows: readonly GroupRow[]): string {
  const unit = currency.toLowerCase()
  const head = [
    ...[by, 'name', `revenue_${unit}`, 'share', 'change', `ecpm_${unit}`],
    ...['impressions', 'clicks', 'ctr'],
  ]
  const lines = rows.map((row) => [
    withoutFormula(row.key),
    withoutFormula(row.name),
    formatMicros(row.totals.revenueMicros),
    ...[row.share, row.change, row.ecpm, row.impressions, row.clicks, row.ctr],
  ])
  return csvText([head, ...lines])
}
