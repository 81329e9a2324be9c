/** ROAS of a channel's cohorts at an age. */
export interface RoasAtAge {
  readonly age: number
  readonly roas: number
}

/** When the cost of users is earned back. */
export type Payback =
  /** `isExact` where the age before is known too; else it happened between two known ages. */
  | { readonly age: number; readonly isExact: boolean }
  /** Not up to the oldest known age. */
  | { readonly age: null; readonly oldest: RoasAtAge }

/** @returns the first age at which ROAS reaches 1; null where no ROAS is known */
export function paybackOf(points: readonly RoasAtAge[]): Payback | null {
  const known = points.toSorted((a, b) => a.age - b.age)
  const place = known.findIndex(({ roas }) => roas >= 1)
  const first = known[place]
  if (first) {
    const before = known[place - 1]
    return { age: first.age, isExact: first.age === 0 || before?.age === first.age - 1 }
  }
  const oldest = known.at(-1)
  return oldest ? { age: null, oldest } : null
}
