/** The steps of keys from one day or period of a chart to another. */
export const placeKeys = {
  ArrowRight: 1,
  ArrowLeft: -1,
  PageDown: 7,
  PageUp: -7,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
  Escape: 0,
} as const

export type PlaceKey = keyof typeof placeKeys

/** The place that a key selects; null for none. */
export function nextPlace(place: number | null, key: PlaceKey, length: number): number | null {
  if (key === 'Escape') return null
  const last = length - 1
  if (key === 'Home' || key === 'End') return key === 'Home' ? 0 : last
  const way = placeKeys[key]
  return Math.min(Math.max((place ?? (way > 0 ? -1 : length)) + way, 0), last)
}
