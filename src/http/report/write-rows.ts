import type { ColumnCells, ReportTable, TableColumn } from '../../reporting/report-table.ts'
import { asNumbers } from '../../reporting/sum-columns.ts'
import { stepsOf } from '../../reporting/table/build-table.ts'
import { scaleOf } from '../../reporting/table/table-cells.ts'
import { type Day, formatDay } from '../../values/day.ts'
import { toExact } from '../../values/exact-integer.ts'
import { Turns } from '../../values/turns.ts'
import { type Utf8Text, type Utf8Writer, utf8 } from '../answer/utf8-writer.ts'

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

/** The number of rows after which the written ones are passed on. */
const rowsPerPiece = 1_024

/** Writes the rows of a table, batch by batch. The last bytes stay in the writer. */
export async function* writeRows(
  out: Utf8Writer,
  { columns, batches }: ReportTable,
  form: RowForm,
): AsyncGenerator<Uint8Array> {
  const writers = columns.map((column, place) => cellWriter(column, place, form))
  const nextRow = utf8(form.closing + form.separator + form.opening)
  let beforeRow = utf8(form.opening)
  const turns = new Turns()
  for await (const { rowCount, cells } of batches) {
    for (const [place, writer] of writers.entries()) writer.open(cells[place]!)
    for (let start = 0; start < rowCount; start += rowsPerPiece) {
      const end = Math.min(start + rowsPerPiece, rowCount)
      for (let row = start; row < end; row++) {
        out.raw(beforeRow)
        beforeRow = nextRow
        writeCells(out, writers, row)
      }
      yield* out.takeFull()
      await turns.spend(stepsOf(end - start, columns.length))
    }
  }
  if (beforeRow === nextRow) out.string(form.closing)
}

/** Not in the generator, where such a loop makes an object for each cell. */
function writeCells(out: Utf8Writer, writers: readonly CellWriter[], row: number): void {
  for (const writer of writers) writer.write(out, row)
}

/** Writes the cells of one column, with what comes before each. */
interface CellWriter {
  /** Begins with the cells of the next rows. */
  open(cells: ColumnCells): void
  write(out: Utf8Writer, row: number): void
}

function cellWriter(column: TableColumn, place: number, form: RowForm): CellWriter {
  const before = form.beforeCell(column, place)
  const unknown = utf8(before + form.unknown)
  const encode = (text: string) => utf8(before + form.text(text))
  const { type } = column
  if (type.kind === 'day') return new DayWriter(unknown, encode)
  if (type.kind === 'text') return new NameWriter(unknown, encode)
  return new NumberWriter(unknown, utf8(before), scaleOf(type))
}

type Cells<Kind extends ColumnCells['kind']> = Extract<ColumnCells, { kind: Kind }>

class NumberWriter implements CellWriter {
  readonly #unknown: Utf8Text
  readonly #before: Utf8Text
  readonly #scale: number
  #values: Cells<'number'>['values'] = []

  constructor(unknown: Utf8Text, before: Utf8Text, scale: number) {
    this.#unknown = unknown
    this.#before = before
    this.#scale = scale
  }

  open(cells: ColumnCells): void {
    const { values } = cells as Cells<'number'>
    this.#values = values instanceof BigInt64Array ? asNumbers(values) : values
  }

  write(out: Utf8Writer, row: number): void {
    const value = this.#values[row] ?? null
    if (value === null) {
      out.raw(this.#unknown)
      return
    }
    out.raw(this.#before)
    out.number(toExact(value), this.#scale)
  }
}

/** Encodes each name once. */
class NameWriter implements CellWriter {
  readonly #unknown: Utf8Text
  readonly #encode: (text: string) => Utf8Text
  /** By code. */
  readonly #names: Utf8Text[] = []
  #codes: Cells<'text'>['codes'] = []
  #labels: readonly string[] = []

  constructor(unknown: Utf8Text, encode: (text: string) => Utf8Text) {
    this.#unknown = unknown
    this.#encode = encode
  }

  open(cells: ColumnCells): void {
    const { codes, labels } = cells as Cells<'text'>
    this.#codes = codes
    this.#labels = labels
  }

  write(out: Utf8Writer, row: number): void {
    const code = this.#codes[row] ?? null
    out.raw(code === null ? this.#unknown : (this.#names[code] ?? this.#learn(code)))
  }

  #learn(code: number): Utf8Text {
    const name = this.#encode(this.#labels[code]!)
    this.#names[code] = name
    return name
  }
}

/** Encodes a day once for all rows in succession. */
class DayWriter implements CellWriter {
  readonly #unknown: Utf8Text
  readonly #encode: (text: string) => Utf8Text
  #days: Cells<'day'>['days'] = []
  #day = Number.NaN
  #text: Utf8Text

  constructor(unknown: Utf8Text, encode: (text: string) => Utf8Text) {
    this.#unknown = unknown
    this.#encode = encode
    this.#text = unknown
  }

  open(cells: ColumnCells): void {
    this.#days = (cells as Cells<'day'>).days
  }

  write(out: Utf8Writer, row: number): void {
    const day = this.#days[row] ?? null
    if (day === null) {
      out.raw(this.#unknown)
      return
    }
    if (day !== this.#day) {
      this.#day = day
      this.#text = this.#encode(formatDay(day as Day))
    }
    out.raw(this.#text)
  }
}
