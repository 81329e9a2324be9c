import type {
  ColumnCells,
  ReportTable,
  TableBatch,
  TableColumn,
} from '../../reporting/report-table.ts'
import { numberAt, scaleOf } from '../../reporting/table/table-cells.ts'
import { type Day, formatDay } from '../../values/day.ts'
import { type Utf8Writer, utf8 } from '../answer/utf8-writer.ts'

/** How a text format writes rows. */
export interface RowForm {
  /** Before the first cell of a row, between rows, and after the last cell. */
  readonly opening: string
  readonly separator: string
  readonly closing: string
  /** Before a cell, which begins at 0. */
  readonly beforeCell: (column: TableColumn, place: number) => string
  /** A day or a name. */
  readonly text: (text: string) => string
  /** An unknown value. */
  readonly unknown: string
}

/** After so many rows, the written ones are handed on. */
const rowsPerPiece = 1_024

/** Writes the rows of a table, batch by batch. The last block stays in the writer. */
export async function* writeRows(
  out: Utf8Writer,
  { columns, batches }: ReportTable,
  form: RowForm,
): AsyncGenerator<Uint8Array> {
  const cells = columns.map((column) => new CellWriter(column, form))
  const before = columns.map((column, place) => utf8(form.beforeCell(column, place)))
  const [opening, separator, closing] = [form.opening, form.separator, form.closing].map(utf8)
  let isFirst = true
  for await (const batch of batches) {
    for (let row = 0; row < batch.rowCount; row++) {
      if (!isFirst) out.raw(separator!)
      isFirst = false
      out.raw(opening!)
      writeCells(out, batch, row, before, cells)
      out.raw(closing!)
      if (row % rowsPerPiece === rowsPerPiece - 1) yield* out.takeFull()
    }
    yield* out.takeFull()
  }
}

function writeCells(
  out: Utf8Writer,
  batch: TableBatch,
  row: number,
  before: readonly Uint8Array[],
  cells: readonly CellWriter[],
): void {
  for (let place = 0; place < cells.length; place++) {
    out.raw(before[place]!)
    cells[place]!.write(out, batch.cells[place]!, row)
  }
}

/** Writes the cells of one column. Texts that occur again are encoded once. */
class CellWriter {
  readonly #form: RowForm
  readonly #scale: number
  readonly #unknown: Uint8Array
  /** By code. */
  readonly #names: Uint8Array[] = []
  #day = Number.NaN
  #dayText = utf8('')

  constructor({ type }: TableColumn, form: RowForm) {
    this.#form = form
    this.#scale = scaleOf(type)
    this.#unknown = utf8(form.unknown)
  }

  write(out: Utf8Writer, cells: ColumnCells, row: number): void {
    if (cells.kind === 'number') {
      const value = numberAt(cells, row)
      if (value === null) out.raw(this.#unknown)
      else out.number(value, this.#scale)
      return
    }
    const code = (cells.kind === 'day' ? cells.days : cells.codes)[row] ?? null
    if (code === null) out.raw(this.#unknown)
    else out.raw(cells.kind === 'day' ? this.#dayOf(code) : this.#nameOf(cells.labels, code))
  }

  #nameOf(labels: readonly string[], code: number): Uint8Array {
    const known = this.#names[code]
    if (known) return known
    const name = utf8(this.#form.text(labels[code]!))
    this.#names[code] = name
    return name
  }

  #dayOf(day: number): Uint8Array {
    if (day !== this.#day) {
      this.#day = day
      this.#dayText = utf8(this.#form.text(formatDay(day as Day)))
    }
    return this.#dayText
  }
}
