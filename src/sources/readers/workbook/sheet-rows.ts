import type { Refusal } from '../../../values/refusal.ts'
import { limitExceeded } from '../reading.ts'
import { damagedWorkbook, parseXml, type XmlListener } from './parse-xml.ts'
import { cellOf, type SheetContext, type StoredCell } from './sheet-cell.ts'
import { partOf, type WorkbookFile } from './workbook.ts'

/** A row of a sheet that has cells. */
export interface SheetRow {
  /** From 1. */
  readonly number: number
  /** '' for an empty cell; the last one is not empty. */
  readonly cells: readonly string[]
}

/** Reads the rows of a sheet, a list of them after each piece of the file. */
export async function* sheetRows(
  book: WorkbookFile,
  path: string,
  context: SheetContext,
): AsyncGenerator<readonly SheetRow[]> {
  const listener = new SheetListener(book, context)
  for await (const _piece of parseXml(book.file.name, partOf(book, path), listener, book.reading)) {
    yield listener.drain()
  }
}

const maxRows = 1_048_576

/** Collects the rows of a sheet from what is in its XML. */
class SheetListener implements XmlListener {
  readonly #book: WorkbookFile
  readonly #context: SheetContext
  #rows: SheetRow[] = []
  #number = 0
  #cells: string[] = []
  #column = -1
  /** Of the row's earlier cells. */
  #characters = 0
  #cell: StoredCell | null = null
  #collects: 'value' | 'formula' | null = null
  #isReadingAid = false

  constructor(book: WorkbookFile, context: SheetContext) {
    this.#book = book
    this.#context = context
  }

  /** The rows since it was asked last. */
  drain(): readonly SheetRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  opened(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') this.#openRow(attributes)
    else if (name === 'c') this.#openCell(attributes)
    else if (name === 'rPh') this.#isReadingAid = true
    else if (name === 'f' && this.#cell) this.#cell.formula = ''
    this.#collects = this.#isReadingAid ? null : (collected[name] ?? null)
  }

  text(text: string): void {
    const cell = this.#cell
    if (!cell) return
    if (this.#collects === 'value') cell.value += text
    else if (this.#collects === 'formula') cell.formula += text
    // A cell may have its text in any number of elements.
    this.#bound(cell.value.length + (cell.formula?.length ?? 0))
  }

  closed(name: string): void {
    this.#collects = null
    if (name === 'rPh') this.#isReadingAid = false
    else if (name === 'c') this.#closeCell()
    else if (name === 'row' && this.#cells.length > 0) {
      this.#rows.push({ number: this.#number, cells: this.#cells })
    }
  }

  #openRow({ r }: Readonly<Record<string, string>>): void {
    const number = r === undefined ? this.#number + 1 : Number(r)
    if (!Number.isInteger(number) || number <= this.#number || number > maxRows) {
      throw this.#damaged()
    }
    this.#number = number
    this.#cells = []
    this.#column = -1
    this.#characters = 0
  }

  #openCell({ r, t = 'n', s = '' }: Readonly<Record<string, string>>): void {
    const { file, reading } = this.#book
    const column = r === undefined ? this.#column + 1 : columnOf(r)
    if (column <= this.#column) throw this.#damaged()
    if (column >= reading.limits.columns) {
      throw limitExceeded(file.name, 'columns', reading, this.#number)
    }
    this.#column = column
    this.#cell = { type: t, style: Number(s), value: '', formula: null }
  }

  #closeCell(): void {
    const text = this.#cell ? cellOf(this.#cell, this.#context, this.#book.file.name) : ''
    this.#cell = null
    if (text === '') return
    this.#bound(text.length)
    this.#characters += text.length
    while (this.#cells.length < this.#column) this.#cells.push('')
    this.#cells.push(text)
  }

  /** @throws Refusal `limit_exceeded` when the row is longer than one of a CSV may be */
  #bound(more: number): void {
    const { file, reading } = this.#book
    if (this.#characters + more > reading.limits.lineBytes) {
      throw limitExceeded(file.name, 'lineBytes', reading, this.#number)
    }
  }

  #damaged(): Refusal {
    return damagedWorkbook(this.#book.file.name)
  }
}

/** Where the value and the formula of a cell are; `t` is the text of a cell that does not share it. */
const collected: Readonly<Record<string, 'value' | 'formula'>> = {
  v: 'value',
  t: 'value',
  f: 'formula',
}

/** The column of a place such as `AB12`, from 0; -1 when there is none. */
function columnOf(place: string): number {
  const letters = /^([A-Z]{1,3})\d+$/.exec(place)?.[1] ?? ''
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}
