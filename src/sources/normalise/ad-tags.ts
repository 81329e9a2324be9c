import { maxAdTagLength } from '../../values/identifier.ts'
import { isPlaceholder } from './numbers.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: an ad tag has none of them
const controls = /[\u0000-\u001f\u007f]+/g

/**
 * The ad tag of an ad unit. A report is not refused for a name that cannot be one: control characters
 * become spaces, and longer names are cut.
 *
 * @returns null for no ad unit
 */
export function adTagOf(adUnit: string): string | null {
  const name = adUnit.replace(controls, ' ').trim()
  if (name === '' || isPlaceholder(name)) return null
  return name.slice(0, maxAdTagLength).toWellFormed()
}
