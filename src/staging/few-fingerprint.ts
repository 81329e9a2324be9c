import type { figureCounts } from './columns.ts'

/** The columns of a figure that its fingerprint is made of. */
type HashedColumn =
  | ('format' | 'country' | 'ad_tag' | 'revenue_micros')
  | (typeof figureCounts)[number]

/** Numbers of 64 bits without a sign. */
const wrap = (value: bigint): bigint => BigInt.asUintN(64, value)

const factor = 0xd6e8feb86659fd93n
const hashOfNull = 0xbf58476d1ce4e5b9n

const mix = (value: bigint): bigint => wrap((value ^ (value >> 32n)) * factor)

function hashOf(value: bigint | number | null): bigint {
  if (value === null) return hashOfNull
  const mixed = mix(mix(wrap(BigInt(value))))
  return mixed ^ (mixed >> 32n)
}

/** The engine's `hash()` of several columns. */
const hashAll = (values: readonly (bigint | number | null)[]): bigint =>
  values.map(hashOf).reduce((all, one) => mix(all) ^ one)

/** What the expression `fingerprint` in `compare-slices.ts` gives for the figures of a slice. */
export function fingerprintOf(
  figures: readonly Readonly<Record<HashedColumn, bigint | number | null>>[],
): bigint {
  return figures
    .map((row) => {
      const { format, country, ad_tag, impressions, clicks, installs, revenue_micros } = row
      const { requests, matched_requests } = row
      const hashed = [format, country, ad_tag, impressions, clicks, installs, revenue_micros]
      const isOld = requests === null && matched_requests === null
      return hashOf(hashAll(isOld ? hashed : [...hashed, requests, matched_requests]))
    })
    .reduce((all, one) => all ^ one)
}
