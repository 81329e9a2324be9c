const scientific = /^(-?)(\d+)(?:\.(\d+))?[eE]([+-]?\d{1,3})$/
const grouped = /^(-?)\$?(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?$/

/**
 * Writes an amount of money plainly, digit for digit: without an exponent (`1.0E-4` is `0.00010`),
 * a dollar sign or commas between thousands.
 *
 * @returns any other text as it is
 */
export function plainDecimal(text: string): string {
  return fitted(withoutExponent(text))
}

/** Decimals that are kept of an amount until it is rounded to micros. */
const mostPlaces = 18

/**
 * An amount with at most {@link mostPlaces} decimals. What does not fit is not rounded but makes the
 * last digit odd, so that rounding to micros later falls to the side that it belongs to.
 */
function fitted(plain: string): string {
  const point = plain.indexOf('.')
  const end = point + 1 + mostPlaces
  if (point === -1 || plain.length <= end || !decimal.test(plain)) return plain
  const kept = plain.slice(0, end)
  const last = Number(kept.at(-1))
  if (last % 2 === 1 || /^0*$/.test(plain.slice(end))) return kept
  return `${kept.slice(0, -1)}${last + 1}`
}

function withoutExponent(text: string): string {
  const parts = grouped.exec(text)
  if (parts) return `${parts[1]}${parts[2]!.replaceAll(',', '')}${parts[3] ?? ''}`
  const number = scientific.exec(text)
  if (!number) return text
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = number
  const digits = whole + fraction
  const point = whole.length + Number(exponent)
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  if (point >= digits.length) return `${sign}${digits}${'0'.repeat(point - digits.length)}`
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
}

/** Writes a count plainly: without commas, and without decimals that are all zero (`12.0`). */
export function plainCount(text: string): string {
  const plain = plainDecimal(text)
  return /^\d+\.0+$/.test(plain) ? plain.slice(0, plain.indexOf('.')) : plain
}

const decimal = /^(-?)(\d+)(?:\.(\d+))?$/

/** `whole` less all `parts`, exactly. @returns null when one of them is not a number */
export function difference(whole: string, parts: readonly string[]): string | null {
  const scaled = toOneScale([whole, ...parts])
  if (!scaled) return null
  const [first = 0n, ...rest] = scaled.values
  return pointed(
    rest.reduce((left, part) => left - part, first),
    scaled.places,
  )
}

/** The sum of numbers, exactly; '' counts as 0. @returns the first text that is not a number */
export function total(parts: readonly string[]): string {
  const given = parts.filter((part) => part !== '')
  const scaled = toOneScale(given)
  if (!scaled) return given.find((part) => !decimal.test(plainDecimal(part))) ?? ''
  return pointed(
    scaled.values.reduce((sum, part) => sum + part, 0n),
    scaled.places,
  )
}

/** Numbers as whole numbers of one decimal place. */
function toOneScale(texts: readonly string[]): { values: bigint[]; places: number } | null {
  const matches = texts.map((text) => decimal.exec(plainDecimal(text)))
  if (matches.some((match) => match === null)) return null
  const places = Math.max(0, ...matches.map((match) => match![3]?.length ?? 0))
  const values = matches.map((match) => {
    const [, sign, digits, fraction = ''] = match!
    return BigInt(`${sign}${digits}${fraction.padEnd(places, '0')}`)
  })
  return { values, places }
}

/** Millionths as a decimal: `6500000` is `6.500000`. @returns any other text as it is */
export function fromMicros(text: string): string {
  return /^-?\d+$/.test(text) ? pointed(BigInt(text), 6) : text
}

function pointed(value: bigint, places: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(places + 1, '0')
  const sign = value < 0n ? '-' : ''
  if (places === 0) return sign + digits
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`
}
