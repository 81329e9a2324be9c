import { type Day, formatDay } from '../../values/day.ts'
import { formatDecimal } from '../../values/decimal.ts'
import { type ExactInteger, toExact } from '../../values/exact-integer.ts'
import type { ColumnCells, ColumnType, TableBatch, TableColumn } from '../report-table.ts'

/** The digits after the point of a column's numbers. */
export const scaleOf = (type: ColumnType): number => (type.kind === 'decimal' ? type.scale : 0)

/** A number in its shorter form; null for unknown. */
export function numberAt(
  { values }: Extract<ColumnCells, { kind: 'number' }>,
  row: number,
): ExactInteger | null {
  const value = values[row] ?? null
  return typeof value === 'bigint' ? toExact(value) : value
}

/** One cell as text: `2026-03-01`, a name, or a decimal without trailing zeros; null for unknown. */
export function cellText(cells: ColumnCells, { type }: TableColumn, row: number): string | null {
  if (cells.kind === 'number') {
    const units = numberAt(cells, row)
    return units === null ? null : formatDecimal({ units, places: scaleOf(type) })
  }
  if (cells.kind === 'day') {
    const day = cells.days[row] ?? null
    return day === null ? null : formatDay(day as Day)
  }
  const code = cells.codes[row] ?? null
  return code === null ? null : (cells.labels[code] ?? null)
}

/** The rows of a batch as text. */
export function batchTexts(
  batch: TableBatch,
  columns: readonly TableColumn[],
): (string | null)[][] {
  return Array.from({ length: batch.rowCount }, (_, row) =>
    columns.map((column, place) => cellText(batch.cells[place]!, column, row)),
  )
}

/** The first rows of a batch, in memory of their own: cells are valid only until the next batch. */
export function copyBatch({ rowCount, cells }: TableBatch, maxRows: number): TableBatch {
  const count = Math.min(rowCount, maxRows)
  return { rowCount: count, cells: cells.map((one) => copyCells(one, count)) }
}

function copyCells(cells: ColumnCells, count: number): ColumnCells {
  if (cells.kind === 'day') return { ...cells, days: copied(cells.days, count) }
  if (cells.kind === 'text') return { ...cells, codes: copied(cells.codes, count) }
  return { ...cells, values: copied<ExactInteger | null>(cells.values, count) }
}

/** Typed arrays may be views on the engine's memory. */
function copied<Value>(values: ArrayLike<Value>, count: number): ArrayLike<Value> {
  if (Array.isArray(values) || ArrayBuffer.isView(values)) {
    return (values as Value[]).slice(0, count)
  }
  return Array.from({ length: count }, (_, index) => values[index]!)
}
