import { formatDecimal } from '../../values/decimal.ts'
import type { ExactInteger } from '../../values/exact-integer.ts'

/** Encodes text that is written many times. */
export function utf8(text: string): Uint8Array {
  return Buffer.from(text, 'utf8')
}

/** Most answers fit into the first block. */
const firstBlockBytes = 8_192
const blockBytes = 65_536
/** The longest number: a 64-bit total, its sign and a decimal point. */
const maxNumberBytes = 40
const powersOfTen = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]
const zero = 48
const minus = 45
const point = 46
/** Up to here, division uses the processor's integers, which is faster. */
const maxInt32 = 2 ** 31 - 1

/** Writes text as UTF-8 into blocks, so that long JSON and CSV answers need no long strings. */
export class Utf8Writer {
  #bytes: Buffer = Buffer.allocUnsafe(firstBlockBytes)
  #length = 0
  #full: Uint8Array[] = []

  raw(piece: Uint8Array): void {
    this.#reserve(piece.length)
    this.#bytes.set(piece, this.#length)
    this.#length += piece.length
  }

  string(piece: string): void {
    this.raw(utf8(piece))
  }

  /** Writes a whole number of `10^-decimals` as a decimal without trailing zeros. */
  number(value: ExactInteger, decimals: number): void {
    this.#reserve(maxNumberBytes)
    if (typeof value === 'bigint') {
      this.raw(utf8(formatDecimal({ units: value, places: decimals })))
      return
    }
    let whole = value
    if (value < 0) {
      this.#bytes[this.#length++] = minus
      whole = -value
    }
    if (decimals === 0) {
      this.#digits(whole)
      return
    }
    const unit = powersOfTen[decimals]!
    const fraction = whole % unit
    this.#digits((whole - fraction) / unit)
    if (fraction > 0) this.#fraction(fraction, decimals)
  }

  /** Takes the full blocks, in order. */
  takeFull(): Uint8Array[] {
    const taken = this.#full
    if (taken.length > 0) this.#full = []
    return taken
  }

  /** Takes all blocks. Nothing may be written afterwards. */
  takeAll(): Uint8Array[] {
    return [...this.takeFull(), this.#bytes.subarray(0, this.#length)]
  }

  #digits(value: number): void {
    let rest = value
    let end = this.#length + 1
    for (let bound = 10; bound <= rest; bound *= 10) end++
    this.#length = end
    while (rest > maxInt32) {
      const next = Math.floor(rest / 10)
      this.#bytes[--end] = zero + (rest - next * 10)
      rest = next
    }
    let small = rest | 0
    do {
      const next = (small / 10) | 0
      this.#bytes[--end] = zero + (small - next * 10)
      small = next
    } while (small > 0)
  }

  #fraction(fraction: number, decimals: number): void {
    this.#bytes[this.#length++] = point
    let rest = fraction
    let places = decimals
    while (rest % 10 === 0) {
      rest /= 10
      places--
    }
    let at = this.#length + places
    this.#length = at
    for (; places > 0; places--) {
      this.#bytes[--at] = zero + (rest % 10)
      rest = Math.floor(rest / 10)
    }
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return
    this.#full.push(this.#bytes.subarray(0, this.#length))
    this.#bytes = Buffer.allocUnsafe(Math.max(blockBytes, bytes))
    this.#length = 0
  }
}
