import { withoutFormula } from '../../../../src/values/csv.ts'
import { amountCell, csvText } from '../../tables/csv-text.ts'
import type { ContributionRow } from './contribution-rows.ts'
import { type Contribution, effectNames } from './effects.ts'
import { amountOf } from './sorted-rows.ts'

/** Contributions as CSV (RFC 4180), with their total. Amounts have all six decimals. */
export function contributionsToCsv(
  currency: string,
  rows: readonly ContributionRow[],
  total: Contribution,
): string {
  const unit = currency.toLowerCase()
  const amounts = amountNames.map((name) => `${name}_${unit}`)
  const lines = rows.map((row) => [
    ...[row.filters?.app_id, row.filters?.network, row.filters?.country].map((one) =>
      withoutFormula(one?.[0] ?? ''),
    ),
    ...[withoutFormula(row.name), row.kind ?? ''],
    ...amountCells(row),
  ])
  return csvText([
    ['app', 'network', 'country', 'name', 'kind', ...amounts],
    ...lines,
    ['', '', '', 'Total', '', ...amountCells(total)],
  ])
}

const amountNames = ['previous', 'current', 'change', ...effectNames]

const amountCells = (of: Contribution) => amountNames.map((name) => amountCell(amountOf(of, name)))
