/** The number of `--series-…` colours in tokens.css. */
export const colourCount = 24

export const restColour = 'var(--series-rest)'

/** Networks keep their colour for ever: add new ones at the end. */
const fixed = [
  ...['admob', 'applovin', 'unityads', 'facebook', 'ironsource', 'mintegral', 'pangle', 'inmobi'],
  ...['vungle', 'chartboost', 'google_ad_manager', 'ownnet', 'ownnet_exchange', 'bidmachine'],
  ...['moloco', 'yandex', 'digitalturbine', 'tapjoy', 'verve', 'adcolony', 'appodeal'],
]

/**
 * Colours of groups that do not depend on their rank. No two of up to {@link colourCount} keys have
 * the same one.
 *
 * @param keys all that may be shown together; for networks, all of the account's
 * @returns the CSS colour of a group; that of all others for null and unknown keys
 */
export function groupColours(
  by: string | null,
  keys: readonly string[],
): (key: string | null) => string {
  const isFixed = (key: string) => by === 'network' && fixed.includes(key)
  const wanted = (key: string) => (isFixed(key) ? fixed.indexOf(key) : hash(key) % colourCount)
  const places = new Map<string, number>()
  const taken = new Set<number>()
  const sorted = [...keys].sort(
    (a, b) => Number(isFixed(b)) - Number(isFixed(a)) || (a < b ? -1 : 1),
  )
  for (const key of sorted) {
    const first = wanted(key)
    const free = Array.from({ length: colourCount }, (_, step) => (first + step) % colourCount)
    const place = free.find((one) => !taken.has(one)) ?? first
    places.set(key, place)
    taken.add(place)
  }
  return (key) => {
    const place = key === null ? undefined : places.get(key)
    return place === undefined ? restColour : `var(--series-${place + 1})`
  }
}

/** FNV-1a, which spreads short names well. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text) {
    value = Math.imul(value ^ character.codePointAt(0)!, 0x01000193) >>> 0
  }
  return value
}
