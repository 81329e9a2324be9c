import { withoutFormula } from '../../../../src/values/csv.ts'
import type { RestatedDayAnswer } from '../../api/wire.ts'
import { amountCell, csvText, ratioCell } from '../../tables/csv-text.ts'

/** Restated days as CSV. Amounts have all six decimals; the ratio is a fraction of the first report. */
export function restatedDaysToCsv(currency: string, days: readonly RestatedDayAnswer[]): string {
  const unit = currency.toLowerCase()
  return csvText([
    [
      ...['date', 'network', `first_${unit}`, `restated_${unit}`, 'ratio'],
      ...[`other_${unit}`, `now_${unit}`],
    ],
    ...days.map(({ date, network, first, restated, ratio, other, now }) => [
      ...[date, withoutFormula(network), amountCell(first.revenue_micros)],
      ...[amountCell(restated.revenue_micros), ratioCell(ratio)],
      ...[amountCell(other.revenue_micros), amountCell(now?.revenue_micros ?? null)],
    ]),
  ])
}
