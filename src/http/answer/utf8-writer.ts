import { formatDecimal } from '../../values/decimal.ts'
import type { ExactInteger } from '../../values/exact-integer.ts'
import { borrowScratch, returnScratch } from './scratch-blocks.ts'
import { maxNumberBytes, writeDigits, writeFraction } from './write-digits.ts'

/** Text that is written many times: copying eight bytes at a time is faster than a call for each text. */
export interface Utf8Text {
  readonly words: readonly number[]
  /** Bytes; the rest of the last word is 0. */
  readonly length: number
}

const wordBytes = 8

/** Where most of such text is encoded. */
const encoded = Buffer.allocUnsafeSlow(1_024)

/** Encodes text that is written many times. */
export function utf8(text: string): Utf8Text {
  // A UTF-16 unit is at most three bytes.
  const most = 3 * text.length + wordBytes
  const bytes = most > encoded.length ? Buffer.allocUnsafeSlow(most) : encoded
  const length = bytes.write(text)
  bytes.fill(0, length, length + wordBytes)
  const words: number[] = []
  for (let at = 0; at < length; at += wordBytes) words.push(bytes.readDoubleLE(at))
  return { words, length }
}

/** The pieces of long answers. */
const blockBytes = 65_536
/** Copying more takes longer than the memory for it is worth. */
const copiedBytes = 16_384
const powersOfTen = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]
const minus = 45
const empty = Buffer.alloc(0)

/**
 * Writes text as UTF-8, so that JSON and CSV answers need no strings. An answer of up to half a megabyte is
 * one piece, in a block that may be given to the next answer. Long ones are pieces of 64 KiB.
 */
export class Utf8Writer {
  /** Of a block that is returned; else a block that becomes a piece. */
  #isBorrowed = true
  #bytes: Buffer = borrowScratch()
  #view = viewOf(this.#bytes)
  #length = 0
  #full: Uint8Array[] = []

  raw({ words, length }: Utf8Text): void {
    this.#reserve(length)
    const view = this.#view
    const start = this.#length
    this.#length = start + length
    for (let word = 0; word < words.length; word++) {
      view.setFloat64(start + word * wordBytes, words[word]!, true)
    }
  }

  string(piece: string): void {
    // A UTF-16 unit is at most three bytes.
    this.#reserve(3 * piece.length)
    this.#length += this.#bytes.write(piece, this.#length)
  }

  /** Writes a whole number of `10^-decimals` as a decimal without trailing zeros. @param decimals 0 to 6 */
  number(value: ExactInteger, decimals: number): void {
    if (typeof value === 'bigint') {
      this.string(formatDecimal({ units: value, places: decimals }))
      return
    }
    this.#reserve(maxNumberBytes)
    const view = this.#view
    let at = this.#length
    let size = value
    if (value < 0) {
      view.setUint8(at++, minus)
      size = -value
    }
    if (decimals === 0) {
      this.#length = writeDigits(view, at, size)
      return
    }
    const unit = powersOfTen[decimals]!
    let whole = Math.floor(size / unit)
    let fraction = size - whole * unit
    // The quotient of a number near 2^53 may have been rounded up.
    if (fraction < 0) {
      whole--
      fraction += unit
    }
    at = writeDigits(view, at, whole)
    this.#length = fraction > 0 ? writeFraction(view, at, fraction, decimals) : at
  }

  /** Bytes that no piece has yet. */
  get length(): number {
    return this.#length
  }

  /** Takes the full pieces, in order. */
  takeFull(): Uint8Array[] {
    const taken = this.#full
    if (taken.length > 0) this.#full = []
    return taken
  }

  /**
   * Takes all pieces. Nothing may be written afterwards.
   *
   * @returns what may be in a lent block: pass it to `returnScratch` when it was sent
   */
  takeAll(): Uint8Array[] {
    const isCopied = this.#isBorrowed && this.#length <= copiedBytes
    const rest = isCopied ? this.#copy() : this.#bytes.subarray(0, this.#length)
    this.#use(empty)
    return [...this.takeFull(), rest]
  }

  #reserve(bytes: number): void {
    // The last word of a text may be written beyond its end.
    const needed = bytes + wordBytes
    if (this.#length + needed > this.#bytes.length) this.#nextBlock(needed)
  }

  #nextBlock(bytes: number): void {
    const full = this.#isBorrowed ? this.#copy() : this.#bytes.subarray(0, this.#length)
    for (let at = 0; at < full.length; at += blockBytes) {
      this.#full.push(full.subarray(at, at + blockBytes))
    }
    this.#use(Buffer.allocUnsafeSlow(Math.max(blockBytes, bytes)))
  }

  #copy(): Uint8Array {
    const copy = Buffer.allocUnsafeSlow(this.#length)
    copy.set(this.#bytes.subarray(0, this.#length))
    returnScratch(this.#bytes)
    this.#isBorrowed = false
    return copy
  }

  #use(block: Buffer): void {
    this.#bytes = block
    this.#view = viewOf(block)
    this.#length = 0
  }
}

const viewOf = ({ buffer, byteOffset, length }: Buffer) => new DataView(buffer, byteOffset, length)
