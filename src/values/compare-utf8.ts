/**
 * Compares two texts by their UTF-8 bytes, as stores sort names. JavaScript compares UTF-16 units, which
 * puts characters beyond U+FFFF before U+E000.
 *
 * @returns below 0, 0 or above 0, as `sort` takes it
 */
export function compareUtf8(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let place = 0; place < length; place++) {
    const difference = sortable(a.charCodeAt(place)) - sortable(b.charCodeAt(place))
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

/** Moves surrogates behind all other units. */
function sortable(unit: number): number {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}
