import type { FreshnessAnswer } from '../api/wire.ts'
import { daysBetween } from '../view/view.ts'

/** Whether a day has no reports, lacks some, may still change, or is final. */
export type DayState = 'missing' | 'incomplete' | 'open' | 'final'

export interface DayStates {
  readonly states: readonly DayState[]
  /** For each day, the networks that have not reported it. */
  readonly missing: readonly (readonly string[])[]
}

/**
 * The state of each day of a range, over all networks.
 *
 * @param freshness null while it is loading: then all days are final
 * @param networks only these networks; all when absent
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
  // A network without any report in the range is probably no longer, or not yet, used.
  const active = asked.filter(({ days }) => days.some(({ status }) => status !== 'missing'))
  const expected = active.length > 0 ? active : asked
  const places = new Map(
    freshness
      ? daysBetween(freshness.start_date, freshness.end_date).map((day, at) => [day, at])
      : [],
  )
  const found = daysBetween(from, to).map((day) => {
    if (!freshness) return { state: 'final' as const, missing: [] }
    const place = places.get(day)
    const known = expected.map(({ network, days }) => ({
      network,
      // Days after today are not in the answer.
      status: (place === undefined ? undefined : days[place]?.status) ?? 'missing',
    }))
    const missing = known.filter(({ status }) => status === 'missing').map(({ network }) => network)
    if (missing.length === known.length) return { state: 'missing' as const, missing }
    if (missing.length > 0) return { state: 'incomplete' as const, missing }
    const open = known.some(({ status }) => status !== 'final')
    return { state: open ? ('open' as const) : ('final' as const), missing }
  })
  return { states: found.map(({ state }) => state), missing: found.map(({ missing }) => missing) }
}
