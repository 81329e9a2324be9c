import { networkHints, networkNames } from './network-names.ts'

/**
 * The network that a name in a mediation report means.
 *
 * - `listed`: the name is in a network's own list
 * - `similar`: it resembles a network, whose own report may have the same figures
 * - `new`: it resembles none, and is an identifier of its own in lower case with underscores
 */
export interface NamedNetwork {
  readonly kind: 'listed' | 'similar' | 'new'
  /** Adtally's identifier: of `similar`, the network that the name resembles most. */
  readonly network: string
}

/** Longer names are compared by their beginning. */
const maxNameCharacters = 255

/** A name without case, spaces and punctuation, at most 255 characters. */
export const networkNameKey = (name: string): string =>
  name
    .slice(0, maxNameCharacters)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

const listed: ReadonlyMap<string, string> = new Map(
  Object.entries(networkNames).flatMap(([network, names]) => [
    [networkNameKey(network), network] as const,
    ...names.map((name) => [networkNameKey(name), network] as const),
  ]),
)

/** The longest first, so that a name resembles the most specific one. */
const byLength = [...listed].sort(([a], [b]) => b.length - a.length)

/** Names that are shorter are in too many words. */
const minSimilarCharacters = 5

/**
 * Finds the network that a mediation report names: `Meta Audience Network (bidding)` is `facebook`.
 *
 * @returns null for a name without letters and digits
 */
export function namedNetwork(reported: string): NamedNetwork | null {
  const name = reported.slice(0, maxNameCharacters)
  const candidates = [name, withoutBracket(name), withoutEnding(withoutBracket(name))]
  for (const candidate of candidates) {
    const network = listed.get(networkNameKey(candidate))
    if (network) return { kind: 'listed', network }
  }
  const similar = similarNetwork(candidates.at(-1)!)
  if (similar) return { kind: 'similar', network: similar }
  const network = networkIdentifier(name)
  return network === '' ? null : { kind: 'new', network }
}

/** The identifier of a network that no list has: its name in lower case with underscores; '' without any letter. */
export const networkIdentifier = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .slice(0, 64)

const withoutBracket = (name: string): string => name.replace(/\s*\((bidding|waterfall)\)\s*$/i, '')

/** MAX has `X_NETWORK`, `X_BIDDING`, `X_NATIVE_NETWORK` and `X_NATIVE_BIDDING` of a network X. */
const withoutEnding = (name: string): string =>
  name.replace(/([\s_-]native)?[\s_-](network|bidding)$/i, '')

/** A name resembles a network that one of its words is, that it contains, or that it is one edit from. */
function similarNetwork(name: string): string | null {
  const key = networkNameKey(name)
  const words = new Set(name.toLowerCase().split(/[^a-z0-9]+/))
  for (const [known, network] of byLength) {
    if (words.has(known)) return network
    if (known.length < minSimilarCharacters) continue
    if (key.includes(known) || isOneEditAway(key, known)) return network
  }
  for (const [word, network] of Object.entries(networkHints)) {
    if (words.has(word)) return network
  }
  return null
}

/** Whether one character is added, left out, replaced, or swapped with the next. */
function isOneEditAway(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  const [restOfA, restOfB] = [a.slice(start), b.slice(start)]
  return (
    restOfA.slice(1) === restOfB ||
    restOfA === restOfB.slice(1) ||
    restOfA.slice(1) === restOfB.slice(1) ||
    (restOfA.slice(2) === restOfB.slice(2) &&
      restOfA[0] === restOfB[1] &&
      restOfA[1] === restOfB[0])
  )
}
