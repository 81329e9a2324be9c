/** Whole numbers in the narrowest array that holds them. */
export type Narrow = Uint8Array | Uint16Array | Uint32Array | Float64Array

/** A column of whole numbers. Those of one column are often all the same, and then take no room. */
export interface NarrowColumn {
  /** Null when all values are `constant`. */
  readonly values: Narrow | null
  readonly constant: number
  /** The sum of the sizes of all values; infinite when one is no safe integer. */
  readonly magnitude: number
}

/** Stores values as narrowly as possible. @param values whole numbers */
export function narrow(values: Float64Array, magnitude: number): NarrowColumn {
  let least = values[0] ?? 0
  let most = least
  for (const value of values) {
    if (value < least) least = value
    if (value > most) most = value
  }
  if (least === most) return { values: null, constant: least, magnitude }
  return { values: new (arrayFor(least, most))(values), constant: 0, magnitude }
}

function arrayFor(least: number, most: number) {
  if (least < 0 || most >= 2 ** 32) return Float64Array
  if (most < 2 ** 8) return Uint8Array
  return most < 2 ** 16 ? Uint16Array : Uint32Array
}

/** Whether two columns have the same values. */
export function areEqual(one: NarrowColumn, other: NarrowColumn): boolean {
  if (one.magnitude !== other.magnitude || one.constant !== other.constant) return false
  if (one.values === null || other.values === null) return one.values === other.values
  return one.values.every((value, place) => value === other.values![place])
}

const wordValues = 2 ** 32
/** The high words of safe integers. */
const safeHigh = 2 ** 21

/**
 * Copies 64-bit integers as numbers. Reading them as two words makes no BigInt of each.
 *
 * @param at where the first one goes in `target`
 * @returns the sum of their sizes; infinite when one is no safe integer
 */
export function copyNumbers(source: BigInt64Array, target: Float64Array, at: number): number {
  const words = new Uint32Array(source.buffer, source.byteOffset, source.length * 2)
  let magnitude = 0
  for (let place = 0; place < source.length; place++) {
    const low = words[2 * place]!
    const high = words[2 * place + 1]! | 0
    if (high >= safeHigh || high < -safeHigh) magnitude = Number.POSITIVE_INFINITY
    const value = high * wordValues + low
    magnitude += value < 0 ? -value : value
    target[at + place] = value
  }
  return magnitude
}

/**
 * Arrays that collected numbers, for the next ones. Each is memory outside of the heap, and allocating
 * much of that starts garbage collections that block the main thread.
 */
const spare: Float64Array[] = []
const maxSpare = 256
const firstValues = 256
const maxSpareValues = 8_192

/** Numbers that are appended. */
export class Growing {
  #values = spare.pop() ?? new Float64Array(firstValues)
  #length = 0
  /** See {@link NarrowColumn.magnitude}. */
  magnitude = 0

  get length(): number {
    return this.#length
  }

  /** Appends a part of some numbers. */
  append(source: ArrayLike<number> | BigInt64Array | Float64Array, from: number, to: number): void {
    const start = this.#length
    const count = to - from
    if (start + count > this.#values.length) {
      const grown = new Float64Array(Math.max(2 * this.#values.length, start + count))
      grown.set(this.#values)
      this.#values = grown
    }
    this.#length = start + count
    if (source instanceof BigInt64Array) {
      this.magnitude += copyNumbers(source.subarray(from, to), this.#values, start)
      return
    }
    for (let place = 0; place < count; place++) {
      const value = source[from + place]!
      this.magnitude += value < 0 ? -value : value
      this.#values[start + place] = value
    }
  }

  /** The appended numbers, until they are released. */
  get values(): Float64Array {
    return this.#values.subarray(0, this.#length)
  }

  /** Gives the memory to later numbers. */
  release(): void {
    if (this.#values.length <= maxSpareValues && spare.length < maxSpare) spare.push(this.#values)
    this.#values = new Float64Array(0)
    this.#length = 0
  }
}
