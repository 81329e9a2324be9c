import type { FreshnessAnswer } from '../api/wire.ts'
import { daysBetween } from '../view/view.ts'

/**
 * What was reported of a day: nothing, some networks only, figures that may change, all of it; or
 * that this is not known.
 */
export type DayState = 'unknown' | 'missing' | 'incomplete' | 'open' | 'final'

export interface DayStates {
  readonly states: readonly DayState[]
  /** The networks that have reported nothing of a day yet. */
  readonly missing: readonly (readonly string[])[]
}

/**
 * Sums up the networks of each day of a range.
 *
 * @param freshness null while it is not known; days outside its range are unknown too
 * @param networks those that are looked at; all when absent
 */
export function dayStates(
  from: string,
  to: string,
  freshness: FreshnessAnswer | null,
  networks: readonly string[] | undefined,
): DayStates {
  const asked = (freshness?.networks ?? []).filter(
    ({ network }) => !networks || networks.includes(network),
  )
  // One that reported nothing of the whole range has been given up, or has not begun.
  const alive = asked.filter(({ days }) => days.some(({ status }) => status !== 'missing'))
  const looked = alive.length > 0 ? alive : asked
  const places = new Map(
    freshness
      ? daysBetween(freshness.start_date, freshness.end_date).map((day, at) => [day, at])
      : [],
  )
  const found = daysBetween(from, to).map((day) => {
    const place = places.get(day)
    if (place === undefined) return { state: 'unknown' as const, missing: [] }
    const known = looked.map(({ network, days }) => ({
      network,
      // Days after today are not in the answer.
      status: days[place]?.status ?? 'missing',
    }))
    const missing = known.filter(({ status }) => status === 'missing').map(({ network }) => network)
    if (missing.length === known.length) return { state: 'missing' as const, missing }
    if (missing.length > 0) return { state: 'incomplete' as const, missing }
    const open = known.some(({ status }) => status !== 'final')
    return { state: open ? ('open' as const) : ('final' as const), missing }
  })
  return { states: found.map(({ state }) => state), missing: found.map(({ missing }) => missing) }
}
