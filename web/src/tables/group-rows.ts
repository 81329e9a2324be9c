import { type ExactInteger, toExact } from '../../../src/values/exact-integer.ts'
import type { ComparisonAnswer, FiguresAnswer } from '../api/wire.ts'
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

/** The groups of a comparison; null while it is not known. */
export type Compared = ComparisonAnswer['compared']

/** A row for each group, also for those that only the other range has. */
export function groupRows(
  { groups, total }: Pick<FiguresAnswer, 'groups' | 'total'>,
  compared: Compared,
  nameOf: (key: string) => string,
  sorting: Sorting,
): GroupRow[] {
  const whole: ExactInteger = toTotals(total).revenueMicros
  const changes = new Map(
    compared?.groups.map(({ key, current, previous }) => [
      key,
      changeOf('revenue', toTotals(current), toTotals(previous)),
    ]),
  )
  const known = new Set(groups.map(({ key }) => key))
  const ended = [...changes.keys()]
    .filter((key) => !known.has(key))
    .map((key) => ({ key, total: noSums, trend: [] }))
  const rows = [...groups, ...ended].map(({ key, total: own, trend }): GroupRow => {
    const totals = toTotals(own)
    return {
      key,
      name: nameOf(key),
      totals,
      revenue: decimalOf('revenue', totals),
      share: shareOf(totals.revenueMicros, whole),
      change: changes.get(key) ?? null,
      ecpm: decimalOf('ecpm', totals),
      impressions: decimalOf('impressions', totals),
      clicks: decimalOf('clicks', totals),
      ctr: decimalOf('ctr', totals),
      trend,
    }
  })
  return rows.sort((a, b) => compare(a, b, sorting))
}

const noSums = { impressions: 0, clicks: 0, installs: 0, revenue_micros: 0 }

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
