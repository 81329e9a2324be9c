/** The longest number: a 64-bit total, its sign and a decimal point. */
export const maxNumberBytes = 40

const zero = 48
const point = 46
const pointedByte = 1
/** Both digits of 0 to 99, as two bytes in little-endian order. */
const pairs = Uint16Array.from(
  { length: 100 },
  (_, value) => zero + Math.floor(value / 10) + ((zero + (value % 10)) << 8),
)
const eightDigits = 100_000_000

/**
 * Writes the digits of a whole number.
 *
 * @param value a safe integer, 0 or more
 * @returns where they end
 */
export function writeDigits(view: DataView, start: number, value: number): number {
  if (value < eightDigits) {
    const small = value | 0
    const end = start + digitCount(small)
    writePairs(view, start, end, small)
    return end
  }
  let high = Math.floor(value / eightDigits)
  let low = value - high * eightDigits
  // The quotient of a number near 2^53 may have been rounded up.
  if (low < 0) {
    high--
    low += eightDigits
  }
  const middle = start + digitCount(high)
  writePairs(view, start, middle, high)
  writePairs(view, middle, middle + 8, low)
  return middle + 8
}

/**
 * Writes a point and digits after it, without trailing zeros.
 *
 * @param fraction in units of the last place, at least 1
 * @param decimals its places, 1 to 6
 * @returns where they end
 */
export function writeFraction(
  view: DataView,
  start: number,
  fraction: number,
  decimals: number,
): number {
  view.setUint8(start, point)
  let rest = fraction | 0
  let end = start + pointedByte + decimals
  for (;;) {
    const next = (rest / 10) | 0
    if (next * 10 !== rest) break
    rest = next
    end--
  }
  writePairs(view, start + pointedByte, end, rest)
  return end
}

/** Fills the bytes from `start` to `end` with the last digits of a number below 10^8. */
function writePairs(view: DataView, start: number, end: number, value: number): void {
  let rest = value | 0
  let at = end
  while (at - start >= 2) {
    const next = (rest / 100) | 0
    at -= 2
    view.setUint16(at, pairs[rest - next * 100]!, true)
    rest = next
  }
  if (at > start) view.setUint8(start, zero + rest)
}

/** @param value below 10^8 */
function digitCount(value: number): number {
  if (value < 10_000) return value < 100 ? (value < 10 ? 1 : 2) : value < 1_000 ? 3 : 4
  return value < 1_000_000 ? (value < 100_000 ? 5 : 6) : value < 10_000_000 ? 7 : 8
}
