/** Longer names are no misspellings. */
const longestName = 40

/**
 * Finds the name that was meant.
 *
 * @param synonyms other words for some names; a value may also be a sentence
 * @returns null when none is near
 */
export function nearestName(
  written: string,
  names: readonly string[],
  synonyms: Readonly<Record<string, string>> = {},
): string | null {
  if (written.length > longestName) return null
  const plain = written
    .replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`)
    .toLowerCase()
    .replace(/[-. ]+|\[\]$/g, (blank) => (blank === '[]' ? '' : '_'))
  if (names.includes(plain)) return plain
  if (Object.hasOwn(synonyms, plain)) return synonyms[plain]!
  const most = plain.length < 4 ? 1 : plain.length < 8 ? 2 : 3
  const near = names
    .map((name) => ({ name, distance: editDistance(plain, name) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance)
  return near[0]?.name ?? null
}

/** How many letters have to be added, removed, replaced or swapped with the next one. */
export function editDistance(one: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1]
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1))
      const swapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      if (swapped) row[j] = Math.min(row[j]!, before[j - 2]! + 1)
    }
    before = last
    last = row
  }
  return last[other.length]!
}
