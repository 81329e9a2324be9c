import { type Day, formatDay } from '../../../values/day.ts'

/** The digits that spreadsheets compute with. More digits in a cell are noise: 1.1000000000000001. */
const significantDigits = 15

const number = /^(-?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/

/**
 * A number of a sheet as a plain decimal, without a binary fraction in between. It is rounded to 15
 * digits, as spreadsheets show it; whole numbers are not.
 *
 * @returns text that is no number unchanged
 */
export function plainNumber(text: string): string {
  const [, sign, whole, fraction = '', exponent = '0'] = number.exec(text) ?? []
  if (whole === undefined) return text
  if (fraction === '' && exponent === '0') return `${sign}${whole}`
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const point = digits.length - fraction.length + Number(exponent)
  const rounded = roundDigits(digits)
  const plain = withPoint(rounded, point + Math.max(0, rounded.length - digits.length))
  return sign && plain !== '0' ? `-${plain}` : plain
}

/** Keeps the first digits and puts zeros for the others. @returns one digit more after 999 became 1000 */
function roundDigits(digits: string): string {
  if (digits.length <= significantDigits) return digits
  const kept = BigInt(digits.slice(0, significantDigits))
  const rounded = digits[significantDigits]! >= '5' ? kept + 1n : kept
  return `${rounded}${'0'.repeat(digits.length - significantDigits)}`
}

/** @param point how many of the digits are before the point */
function withPoint(digits: string, point: number): string {
  const padded = point <= 0 ? `${'0'.repeat(1 - point)}${digits}` : digits.padEnd(point, '0')
  const at = Math.max(1, point)
  // The lookbehind keeps the time linear in the number of digits.
  const fraction = padded.slice(at).replace(/(?<!0)0+$/, '')
  const whole = padded.slice(0, at).replace(/^0+(?=\d)/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** 1970-01-01, counted from the day before 1900-01-01 (and one that never was, 1900-02-29), or from 1904-01-01. */
const epoch = { from1900: 25_569, from1904: 24_107 }
/** Days before are counted differently by different programs. */
const firstSerial = 61
const lastSerial = 2_958_465
const secondsOfDay = 86_400

/**
 * A number that a sheet shows as a day: `2026-03-01`, or `2026-03-01T13:30:00` with a time.
 *
 * @returns a number that is no day as {@link plainNumber}
 */
export function dayText(text: string, isFrom1904: boolean): string {
  const plain = plainNumber(text)
  const [, whole = '', fraction = '0'] = /^(\d{1,7})(?:\.(\d+))?$/.exec(plain) ?? []
  const serial = Number(whole)
  if (serial < (isFrom1904 ? 0 : firstSerial) || serial > lastSerial || whole === '') return plain
  const seconds = Math.round(Number(`0.${fraction}`) * secondsOfDay)
  const days = serial - (isFrom1904 ? epoch.from1904 : epoch.from1900)
  const day = formatDay((days + Math.floor(seconds / secondsOfDay)) as Day)
  if (seconds % secondsOfDay === 0) return day
  return `${day}T${new Date(seconds * 1_000).toISOString().slice(11, 19)}`
}
