const scientific = /^(-?)(\d+)(?:\.(\d+))?[eE]([+-]?\d{1,3})$/

/**
 * Writes a number without an exponent, digit for digit (`1.0E-4` is `0.00010`).
 *
 * @returns any other text as it is
 */
export function plainDecimal(text: string): string {
  const parts = scientific.exec(text)
  if (!parts) return text
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts
  const digits = whole + fraction
  const point = whole.length + Number(exponent)
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  if (point >= digits.length) return `${sign}${digits}${'0'.repeat(point - digits.length)}`
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
}
