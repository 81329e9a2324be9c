/** What canonical JSON has a text for. */
export type CanonicalValue =
  | string
  | number
  | boolean
  | null
  | readonly CanonicalValue[]
  | { readonly [member: string]: CanonicalValue }

/**
 * The one text of a value: members sorted by their UTF-16 units, no blanks, texts as `JSON.stringify` writes them. Other
 * programs write the same with RFC 8785.
 *
 * @throws TypeError for a number that is no integer, or has more than 53 bits
 */
export function canonicalJson(value: CanonicalValue): string {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new TypeError(`${value} has no canonical text`)
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members = Object.keys(value).sort()
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name]!)}`).join(',')}}`
}

const isList = (value: object): value is readonly CanonicalValue[] => Array.isArray(value)
