import type { SumColumn } from './report-store.ts'

const wordValues = 2 ** 32
/** The upper words of numbers that are surely safe. */
const safeHighWords = 2 ** 21

/**
 * The same sums as numbers, because reading a `BigInt64Array` makes an object for each cell.
 *
 * @returns the column itself when a sum may be no safe integer
 */
export function asNumbers(sums: SumColumn): SumColumn {
  if (sums instanceof Float64Array) return sums
  const words = new Int32Array(sums.buffer, sums.byteOffset, 2 * sums.length)
  const numbers = new Float64Array(sums.length)
  for (let row = 0; row < numbers.length; row++) {
    const high = words[2 * row + 1]!
    if (high >= safeHighWords || high < 1 - safeHighWords) return sums
    numbers[row] = high * wordValues + (words[2 * row]! >>> 0)
  }
  return numbers
}
