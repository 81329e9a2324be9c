import { type ExactInteger, toExact } from '../../../src/values/exact-integer.ts'
import type { FiguresAnswer } from '../api/wire.ts'
import { changeOf, decimalOf, shareOf } from '../figures/metrics.ts'
import { type Totals, toTotals } from '../figures/sums.ts'
import type { Column, Sorting } from '../view/view.ts'

/** A group's figures as decimals, rounded once. */
export interface GroupRow {
  readonly key: string
  readonly name: string
  readonly totals: Totals
  readonly revenue: string | null
  readonly share: string | null
  readonly change: string | null
  readonly ecpm: string | null
  readonly impressions: string | null
  readonly clicks: string | null
  readonly ctr: string | null
  readonly trend: readonly (number | null)[]
}

export function groupRows(
  { groups, total }: FiguresAnswer,
  nameOf: (key: string) => string,
  sorting: Sorting,
): GroupRow[] {
  const whole: ExactInteger = toTotals(total).revenueMicros
  const rows = groups.map(({ key, total: own, previous_total: before, trend }): GroupRow => {
    const totals = toTotals(own)
    return {
      key,
      name: nameOf(key),
      totals,
      revenue: decimalOf('revenue', totals),
      share: shareOf(totals.revenueMicros, whole),
      change: changeOf('revenue', totals, before && toTotals(before)),
      ecpm: decimalOf('ecpm', totals),
      impressions: decimalOf('impressions', totals),
      clicks: decimalOf('clicks', totals),
      ctr: decimalOf('ctr', totals),
      trend,
    }
  })
  return rows.sort((a, b) => compare(a, b, sorting))
}

/** Rows without a figure come last in both directions. */
function compare(a: GroupRow, b: GroupRow, { column, descending }: Sorting): number {
  const way = descending ? -1 : 1
  const names = a.name.localeCompare(b.name, 'en')
  if (column === 'name') return way * names
  const [one, other] = [sortKey(a, column), sortKey(b, column)]
  if (one === null || other === null) {
    return one === other ? names : Number(one === null) - Number(other === null)
  }
  return one === other ? names : way * (one < other ? -1 : 1)
}

function sortKey(row: GroupRow, column: Exclude<Column, 'name'>): ExactInteger | number | null {
  if (column === 'revenue') return toExact(BigInt(row.totals.revenueMicros))
  const text = row[column]
  return text === null ? null : Number(text)
}
