import type { FactKind } from '../../facts/fact-kind.ts'
import type { LabelName } from '../../facts/label-names.ts'
import type { FigureRows, MonthTotals } from '../../ledger/slice-figures.ts'
import type { Day } from '../../values/day.ts'
import type { AccountLabels } from './labels.ts'

/** The columns of a part of an answer: the row key, the known bits, then the numbers. */
export type RowColumns = readonly ArrayLike<number | bigint>[]

/** Names the columns of some rows. */
export function toFigureRows(
  kind: FactKind,
  rowCount: number,
  columns: RowColumns,
  accountLabels: AccountLabels,
): FigureRows {
  const labels = Object.entries(kind.labels)
  const [day, app, ...rest] = columns as ArrayLike<number>[]
  const numbers = rest.slice(labels.length + 1) as unknown as BigInt64Array[]
  return {
    rowCount,
    day: day!,
    app: app!,
    codes: Object.fromEntries(labels.map(([label], place) => [label, rest[place]!])),
    names: Object.fromEntries(
      labels.map(([label]) => [label, accountLabels.namesOf(label as LabelName)]),
    ),
    known: rest[labels.length]!,
    sums: Object.fromEntries(kind.rowNumbers.map((column, place) => [column, numbers[place]!])),
  }
}

/** The columns of `selectMonthTotals`. */
export function toMonthTotals(
  kind: FactKind,
  rowCount: number,
  columns: RowColumns,
): MonthTotals[] {
  const [months, rows, ...sums] = columns
  return Array.from({ length: rowCount }, (_, row) => ({
    month: Number(months![row]) as Day,
    rows: BigInt(rows![row]!),
    sums: Object.fromEntries(
      kind.rowNumbers.map((column, place) => [column, BigInt(sums[place]![row]!)]),
    ),
  }))
}
