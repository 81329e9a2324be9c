import { type Exact, formatScaled } from '../values/exact.ts'

/** Encodes a piece of text once, to be written many times. */
export function utf8(text: string): Uint8Array {
  return Buffer.from(text, 'utf8')
}

const firstCapacity = 16_384
/** The longest number: a 64-bit total, its sign and a decimal point. */
const numberRoom = 40
const powersOfTen = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]
const zero = 48
const minus = 45
const point = 46

/** A growing run of UTF-8 bytes: JSON and CSV written without building long strings. */
export class TextBytes {
  #bytes = Buffer.allocUnsafe(firstCapacity)
  #length = 0

  /** Bytes written since the last {@link take}. */
  get length(): number {
    return this.#length
  }

  raw(piece: Uint8Array): void {
    this.#reserve(piece.length)
    this.#bytes.set(piece, this.#length)
    this.#length += piece.length
  }

  string(piece: string): void {
    this.raw(utf8(piece))
  }

  /** Writes a whole number of `10^-decimals` as a decimal without trailing zeros. */
  number(value: Exact, decimals: number): void {
    this.#reserve(numberRoom)
    if (typeof value === 'bigint') {
      this.raw(utf8(formatScaled(value, decimals)))
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

  /** Hands over what was written and starts anew. */
  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#length)
    this.#bytes = Buffer.allocUnsafe(this.#bytes.length)
    this.#length = 0
    return taken
  }

  #digits(value: number): void {
    let rest = value
    let end = this.#length + 1
    for (let bound = 10; bound <= rest; bound *= 10) end++
    this.#length = end
    do {
      const next = Math.floor(rest / 10)
      this.#bytes[--end] = zero + (rest - next * 10)
      rest = next
    } while (rest > 0)
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
    const grown = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + bytes))
    grown.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = grown
  }
}
