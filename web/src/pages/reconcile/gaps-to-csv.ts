import { withoutFormula } from '../../../../src/values/csv.ts'
import type { GapGroupAnswer } from '../../api/wire.ts'
import { appName } from '../../figures/names.ts'
import { amountCell, csvText, ratioCell } from '../../tables/csv-text.ts'

/** Gaps as CSV. Amounts have all six decimals; the ratio is a fraction of the figures. */
export function gapsToCsv(currency: string, groups: readonly GapGroupAnswer[]): string {
  const unit = currency.toLowerCase()
  return csvText([
    [
      ...['start_date', 'end_date', 'app_id', 'app', 'network'],
      ...[`figures_${unit}`, `report_${unit}`, `gap_${unit}`, 'gap_ratio', 'slices', 'reasons'],
    ],
    ...groups.map((group) => [
      ...[group.start_date, group.end_date, withoutFormula(group.app?.app_id ?? '')],
      ...[withoutFormula(group.app ? appName(group.app) : ''), withoutFormula(group.network ?? '')],
      ...[amountCell(group.figures_micros), amountCell(group.report_micros)],
      ...[amountCell(group.gap_micros), ratioCell(group.gap_ratio), String(group.slices)],
      group.labels.map(({ label, slices }) => `${label} ${slices}`).join('; '),
    ]),
  ])
}
