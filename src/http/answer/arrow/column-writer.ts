import { type CellRange, writeFixedWidth } from '../../../reporting/fixed-width.ts'
import type { ColumnCells, ColumnType } from '../../../reporting/report-table.ts'
import type { ColumnBuffers } from './arrow-messages.ts'

/** Collects the cells of a column as buffers of the Arrow format, up to some rows. */
export interface ColumnWriter {
  /** @param at the row of the first cell */
  write(cells: ColumnCells, range: CellRange, at: number): void
  /** The first rows as views, which are valid until {@link clear}. */
  buffers(rowCount: number): ColumnBuffers
  clear(): void
}

export function columnWriter({ kind }: ColumnType, maxRows: number): ColumnWriter {
  if (kind === 'text') return new TextWriter(maxRows)
  return new FixedWidthWriter(kind === 'day' ? 1 : kind === 'integer' ? 2 : 4, maxRows)
}

/** A bit for each row: whether its cell is known. */
class Validity {
  readonly #bits: Uint8Array
  #nullCount = 0

  constructor(maxRows: number) {
    this.#bits = new Uint8Array(Math.ceil(maxRows / 8)).fill(255)
  }

  setNull(row: number): void {
    this.#bits[row >> 3]! &= ~(1 << (row & 7))
    this.#nullCount++
  }

  get nullCount(): number {
    return this.#nullCount
  }

  /** Empty where all cells are known. */
  bits(rowCount: number): Uint8Array {
    return this.#bits.subarray(0, this.#nullCount === 0 ? 0 : Math.ceil(rowCount / 8))
  }

  clear(): void {
    this.#bits.fill(255)
    this.#nullCount = 0
  }
}

class FixedWidthWriter implements ColumnWriter {
  readonly #words: Int32Array
  readonly #wordsPerCell: number
  readonly #validity: Validity

  constructor(wordsPerCell: number, maxRows: number) {
    this.#words = new Int32Array(wordsPerCell * maxRows)
    this.#wordsPerCell = wordsPerCell
    this.#validity = new Validity(maxRows)
  }

  write(cells: ColumnCells, range: CellRange, at: number): void {
    if (cells.kind === 'text') throw new TypeError('Text in a column of numbers')
    const values = cells.kind === 'day' ? cells.days : cells.values
    const target = { words: this.#words, wordsPerCell: this.#wordsPerCell }
    for (const row of writeFixedWidth(values, range, target, at)) this.#validity.setNull(row)
  }

  buffers(rowCount: number): ColumnBuffers {
    const bytes = new Uint8Array(this.#words.buffer, 0, 4 * this.#wordsPerCell * rowCount)
    return { nullCount: this.#validity.nullCount, buffers: [this.#validity.bits(rowCount), bytes] }
  }

  clear(): void {
    this.#validity.clear()
  }
}

/** Below this length, a loop copies faster than the engine's call. */
const shortBytes = 24

class TextWriter implements ColumnWriter {
  /** The encoded labels, by code. */
  readonly #labels: Uint8Array[] = []
  readonly #ends: Int32Array
  readonly #validity: Validity
  #bytes: Uint8Array
  #length = 0

  constructor(maxRows: number) {
    this.#ends = new Int32Array(maxRows + 1)
    this.#bytes = new Uint8Array(8 * maxRows)
    this.#validity = new Validity(maxRows)
  }

  write(cells: ColumnCells, { from, count }: CellRange, at: number): void {
    if (cells.kind !== 'text') throw new TypeError('Numbers in a column of text')
    const { codes, labels } = cells
    for (let row = 0; row < count; row++) {
      const code = codes[from + row]
      if (code === null || code === undefined) this.#validity.setNull(at + row)
      else this.#append(this.#labels[code] ?? this.#encode(code, labels[code]!))
      this.#ends[at + row + 1] = this.#length
    }
  }

  buffers(rowCount: number): ColumnBuffers {
    const ends = new Uint8Array(this.#ends.buffer, 0, 4 * (rowCount + 1))
    const bits = this.#validity.bits(rowCount)
    return {
      nullCount: this.#validity.nullCount,
      buffers: [bits, ends, this.#bytes.subarray(0, this.#length)],
    }
  }

  clear(): void {
    this.#validity.clear()
    this.#length = 0
  }

  #encode(code: number, label: string): Uint8Array {
    const encoded = new TextEncoder().encode(label)
    this.#labels[code] = encoded
    return encoded
  }

  #append(label: Uint8Array): void {
    const end = this.#length + label.length
    if (end > this.#bytes.length) this.#grow(end)
    if (label.length > shortBytes) this.#bytes.set(label, this.#length)
    else for (let at = 0; at < label.length; at++) this.#bytes[this.#length + at] = label[at]!
    this.#length = end
  }

  #grow(bytes: number): void {
    const larger = new Uint8Array(2 * bytes)
    larger.set(this.#bytes)
    this.#bytes = larger
  }
}
