import type { ExactInteger } from '../values/exact-integer.ts'

/** Cells of one width, as little-endian words of 32 bits. */
export interface FixedWidth {
  readonly words: Int32Array
  /** 1, 2 or 4: whole numbers of 32, 64 or 128 bits. */
  readonly wordsPerCell: number
}

/** Some consecutive cells. */
export interface CellRange {
  readonly from: number
  readonly count: number
}

const wordValues = 2 ** 32

/**
 * Writes whole numbers in two's complement. Null is written as 0.
 *
 * @param at the row of the first cell in `target`
 * @returns the rows of `target` that are null
 * @throws RangeError when a number does not fit
 */
export function writeFixedWidth(
  values: ArrayLike<ExactInteger | null> | BigInt64Array,
  { from, count }: CellRange,
  target: FixedWidth,
  at: number,
): number[] {
  if (values instanceof BigInt64Array) {
    copyWords(values.subarray(from, from + count), target, at)
    return []
  }
  const nulls: number[] = []
  for (let row = 0; row < count; row++) {
    const value = values[from + row]
    if (value === null || value === undefined) nulls.push(at + row)
    writeCell(value ?? 0, target, (at + row) * target.wordsPerCell)
  }
  return nulls
}

function copyWords(values: BigInt64Array, { words, wordsPerCell }: FixedWidth, at: number): void {
  const source = new Int32Array(values.buffer, values.byteOffset, values.length * 2)
  if (wordsPerCell === 2) {
    words.set(source, at * 2)
    return
  }
  for (let row = 0; row < values.length; row++) {
    const place = (at + row) * wordsPerCell
    const high = source[2 * row + 1]!
    words[place] = source[2 * row]!
    words[place + 1] = high
    words.fill(high >> 31, place + 2, place + 4)
  }
}

function writeCell(value: ExactInteger, { words, wordsPerCell }: FixedWidth, place: number): void {
  if (typeof value === 'bigint') {
    writeBig(value, words, wordsPerCell, place)
    return
  }
  words[place] = value
  if (wordsPerCell === 1) {
    if (words[place] !== value) throw tooLarge(value, wordsPerCell)
    return
  }
  words[place + 1] = Math.floor(value / wordValues)
  if (wordsPerCell === 4) words.fill(value < 0 ? -1 : 0, place + 2, place + 4)
}

function writeBig(value: bigint, words: Int32Array, wordsPerCell: number, place: number): void {
  if (BigInt.asIntN(32 * wordsPerCell, value) !== value) throw tooLarge(value, wordsPerCell)
  for (let word = 0; word < wordsPerCell; word++) {
    words[place + word] = Number(BigInt.asIntN(32, value >> BigInt(32 * word)))
  }
}

const tooLarge = (value: ExactInteger, wordsPerCell: number) =>
  new RangeError(`${value} does not fit ${32 * wordsPerCell} bits`)
