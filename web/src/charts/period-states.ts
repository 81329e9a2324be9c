import { periodOfDay } from '../view/periods.ts'
import type { Grain } from '../view/report-view.ts'
import { daysBetween } from '../view/view.ts'
import type { DayFreshness } from './day-states.ts'

/**
 * The states of periods, of the states of their days.
 *
 * @param states of each day of the range
 * @param periods their first days
 */
export function periodStates(
  states: readonly DayFreshness[],
  grain: Grain,
  periods: readonly string[],
  { from, to }: { readonly from: string; readonly to: string },
): DayFreshness[] {
  const days = new Map<string, DayFreshness[]>(periods.map((period) => [period, []]))
  daysBetween(from, to).forEach((day, place) => {
    days.get(periodOfDay(grain, day))?.push(states[place] ?? 'unknown')
  })
  return [...days.values()].map(together)
}

function together(states: readonly DayFreshness[]): DayFreshness {
  const has = (state: DayFreshness) => states.includes(state)
  if (states.length === 0 || has('unknown')) return 'unknown'
  if (states.every((state) => state === 'missing')) return 'missing'
  if (has('missing') || has('incomplete')) return 'incomplete'
  return has('open') ? 'open' : 'final'
}
