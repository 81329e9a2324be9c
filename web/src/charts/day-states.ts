import type { FreshnessAnswer, Status } from '../api/wire.ts'
import { daysBetween, type Filters } from '../view/view.ts'

/** Whether a day has no reports, lacks some, may still change, or is final; or that is unknown. */
export type DayFreshness = 'unknown' | 'missing' | 'incomplete' | 'open' | 'final'

/** A network that has not reported a day. */
export interface MissingReport {
  readonly network: string
  /** The revenue that it is expected to have, as a decimal; null when that is not known. */
  readonly expected: string | null
}

export interface DayStates {
  /** The state of each day over all networks. */
  readonly states: readonly DayFreshness[]
  /** For each day, the reports that it lacks. */
  readonly missing: readonly (readonly MissingReport[])[]
  /** The state of each day for each network. */
  readonly byNetwork: ReadonlyMap<string, readonly DayFreshness[]>
}

/**
 * The state of each day of a range, over all networks and for each of them.
 *
 * @param freshness null while it is loading or failed; days outside its range are unknown too
 * @param filters of the figures; only the filtered networks have states
 * @param used the networks of the figures: those of an app, or of other parts, do not lack the reports of the others,
 *   and nothing is expected of parts
 */
export function dayStates(
  from: string,
  to: string,
  freshness: FreshnessAnswer | null,
  filters: Filters,
  used: readonly string[] = [],
): DayStates {
  const { network: networks, ...others } = filters
  const isWhole = Object.keys(others).length === 0
  const asked = (freshness?.networks ?? []).filter(
    ({ network }) => !networks || networks.includes(network),
  )
  // A network without any report in the range is probably no longer, or not yet, used.
  const active = asked.filter(({ days }) => days.some(({ status }) => status !== 'missing'))
  const reporting = active.length > 0 ? active : asked
  const places = new Map(
    freshness
      ? daysBetween(freshness.start_date, freshness.end_date).map((day, at) => [day, at])
      : [],
  )
  const days = daysBetween(from, to).map((day) => places.get(day))
  const byNetwork = new Map(
    reporting.map(({ network, days: own }) => [
      network,
      // Days after today are not in the answer.
      days.map((place) => (place === undefined ? 'unknown' : stateOf(own[place]?.status))),
    ]),
  )
  const missing = days.map((_, at) =>
    reporting
      // Days that are to come have no status: nothing is missing of them yet.
      .filter(({ days: own }) => own[days[at] ?? -1]?.status === 'missing')
      .filter(({ network }) => isWhole || used.includes(network))
      .map(({ network, days: own }) => ({
        network,
        expected: isWhole ? (own[days[at]!]?.expected ?? null) : null,
      })),
  )
  return {
    states: days.map((place, at) =>
      place === undefined ? 'unknown' : together([...byNetwork.values()].map((own) => own[at]!)),
    ),
    missing,
    byNetwork,
  }
}

function stateOf(status: Status = 'missing'): DayFreshness {
  return status === 'estimated' || status === 'restating' ? 'open' : status
}

/** The state of one day, of its networks' states, or of a period, of its days'. */
export function together(states: readonly DayFreshness[]): DayFreshness {
  const has = (state: DayFreshness) => states.includes(state)
  if (has('unknown')) return 'unknown'
  if (states.every((state) => state === 'missing')) return 'missing'
  if (has('missing') || has('incomplete')) return 'incomplete'
  return has('open') ? 'open' : 'final'
}

/**
 * The states of the days of each series. A network's own figures are final as soon as they are, even
 * if other networks' are not.
 *
 * @param keys the groups of the series; null is all others
 */
export function seriesStates(
  by: string | null,
  keys: readonly (string | null)[],
  { states, byNetwork }: DayStates,
): (readonly DayFreshness[])[] {
  return keys.map((key) => {
    if (by !== 'network') return states
    if (key !== null) return byNetwork.get(key) ?? states
    const others = [...byNetwork].filter(([network]) => !keys.includes(network))
    // Where others have not reported, those that have may still be final.
    return states.map((state, at) => {
      const own = others.map(([, days]) => days[at]!).filter((one) => one !== 'missing')
      return state === 'unknown' || own.length === 0 ? state : together(own)
    })
  })
}

/** Of periods, which may have several days. */
export const stateTexts = {
  unknown: 'Not known yet whether final',
  missing: 'No network has reported',
  incomplete: 'Some networks have not reported',
  open: 'May still change',
  final: 'Final',
}
